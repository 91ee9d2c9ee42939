//! Binds a port of this machine, and serves the page there.
//!
//! In: `Options`.
//! Out: the address of the page, and answers until a signal ends the process. `listen` binds the port;
//! `connections` and `write_timeout` limit the resources of clients.
//! Next: the caller of this crate, such as the command `uri serve`.

mod connections;
mod listen;
mod write_timeout;

use std::ffi::OsString;
use std::io;
use std::net::TcpListener;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tempfile::{TempDir, TempPath};
use tokio::runtime::Builder;

pub use self::listen::Error;
use crate::child;
use crate::file::File;
use crate::http::{App, router};
use crate::turns::Turns;

/// The default time limit for an answer.
const TIME: Duration = Duration::from_secs(2);
/// The maximum time that the shutdown waits for threads that read a file.
const AT_THE_END: Duration = Duration::from_millis(500);

/// The options of a [`Server`].
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The command that produces the answers, `uri`.
    pub program: PathBuf,
    /// The port, or 0 for a free port. By default 3986 or, if that is in use, a free port.
    pub port: Option<u16>,
    /// The grammar to show.
    pub file: Option<PathBuf>,
    /// Whether the page shows the file again when it changes.
    pub watch: bool,
    /// Whether the page may save the file.
    pub write: bool,
    /// The time limit of a command. By default two seconds.
    pub time: Option<Duration>,
}

/// A server that is bound to a port, but not yet running.
pub struct Server {
    listeners: Vec<TcpListener>,
    app: App,
    /// A file that redirects to the page. Removed when the server is dropped.
    redirect: Option<TempPath>,
}

impl Server {
    /// Binds the port on 127.0.0.1 and, if the system has IPv6, on `::1`, and reads the file.
    ///
    /// # Errors
    ///
    /// If the port is in use, the file cannot be read or is empty, temporary files cannot be written, or another system
    /// call fails.
    pub fn bind(options: Options) -> Result<Self, Error> {
        let Options { program, port, file, watch, write, time } = options;
        let open = |path: PathBuf| {
            File::open(&path, watch, write).map(Arc::new).map_err(|why| Error::File { path, why })
        };
        let file = file.map(open).transpose()?;
        let token = if write { Some(token()?) } else { None };
        let (listeners, port) = listen::listen(port)?;
        let temporary = std::env::temp_dir();
        // Check this once at the start. Otherwise each answer would fail.
        child::directory(&temporary).and_then(TempDir::close).map_err(Error::Temporary)?;
        let (time, turns) = (time.unwrap_or(TIME), Turns::new());
        let app = App { program, time, port, token, file, turns, temporary };
        Ok(Self { listeners, app, redirect: None })
    }

    /// Returns the address of the page. With [`Options::write`] it contains the secret token for saving.
    pub fn address(&self) -> String {
        let page = format!("http://127.0.0.1:{}/", self.app.port);
        match &self.app.token {
            Some(token) => format!("{page}?token={token}"),
            None => page,
        }
    }

    /// Returns whether the page can save the file: this requires [`Options::write`], and that neither the file nor its folder
    /// is read-only.
    pub fn can_save(&self) -> bool {
        self.app.file.as_ref().is_some_and(|file| file.is_writable())
    }

    /// Returns the argument for a browser: the address, or with [`Options::write`] a file that redirects to it.
    ///
    /// Every user of the machine can see the arguments of a process, but only the user of this process can
    /// read the file. The file is removed when the server ends.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn to_open(&mut self) -> Result<OsString, Error> {
        let address = self.address();
        if self.app.token.is_none() {
            return Ok(address.into());
        }
        let file = listen::write(&address, &self.app.temporary).map_err(Error::Temporary)?;
        let path = file.as_os_str().to_owned();
        self.redirect = Some(file);
        Ok(path)
    }

    /// Serves the page until a signal ends the process, for example by Ctrl-C, and then cleans up.
    ///
    /// # Errors
    ///
    /// If the system provides no threads, timers or signals.
    pub fn run(self) -> Result<(), Error> {
        self.serve(listen::ended())
    }

    /// Serves the page until the future completes, and then cleans up.
    ///
    /// # Errors
    ///
    /// If the system provides no threads or timers.
    pub fn run_until(self, ended: impl Future<Output = ()>) -> Result<(), Error> {
        self.serve(async {
            ended.await;
            Ok(())
        })
    }

    fn serve(self, ended: impl Future<Output = io::Result<()>>) -> Result<(), Error> {
        let Self { listeners, app, redirect } = self;
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let served = runtime.block_on(serve(listeners, Arc::new(app), ended));
        // Closes connections and kills their commands.
        runtime.shutdown_timeout(AT_THE_END);
        drop(redirect);
        Ok(served?)
    }
}

async fn serve(
    listeners: Vec<TcpListener>,
    app: Arc<App>,
    ended: impl Future<Output = io::Result<()>>,
) -> io::Result<()> {
    if let Some(file) = app.file.clone().filter(|file| file.is_watched()) {
        tokio::spawn(file.watch());
    }
    let router = router(app);
    connections::accept(listeners, &router)?;
    ended.await
}

/// Returns 128 random bits.
fn token() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(format!("{:032x}", u128::from_le_bytes(bytes)))
}
