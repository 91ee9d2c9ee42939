//! A progress bar on standard error.

#[cfg(not(target_family = "wasm"))]
pub(crate) use shown::Bar;
#[cfg(target_family = "wasm")]
pub(crate) use without::Bar;

#[cfg(not(target_family = "wasm"))]
mod shown {
    use std::io::Read;

    use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

    /// The minimum number of bytes for which a progress bar is shown.
    const MIN_SIZE: u64 = 4 << 20;

    /// A progress bar. It is hidden if there is little to do.
    #[derive(Clone)]
    pub(crate) struct Bar(ProgressBar);

    impl Bar {
        /// Returns a progress bar for so many bytes.
        pub(crate) fn of(total: u64) -> Bar {
            // indicatif hides the bar if standard error is not a terminal.
            let target =
                if total > MIN_SIZE { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
            let bar = ProgressBar::with_draw_target(Some(total), target);
            let style = "{bar:40} {percent:>3} %  {binary_bytes_per_sec}  {eta} left";
            Bar(match ProgressStyle::with_template(style) {
                Ok(style) => bar.with_style(style),
                Err(_) => bar,
            })
        }

        /// Returns a reader that moves the bar.
        pub(crate) fn wrap_read<R: Read>(&self, reader: R) -> impl Read + use<R> {
            self.0.wrap_read(reader)
        }

        /// Hides the bar while `work` writes.
        pub(crate) fn suspend<T>(&self, work: impl FnOnce() -> T) -> T {
            self.0.suspend(work)
        }

        pub(crate) fn clear(&self) {
            self.0.finish_and_clear();
        }
    }
}

/// There is no terminal in WebAssembly.
#[cfg(target_family = "wasm")]
mod without {
    use std::io::Read;

    #[derive(Clone)]
    pub(crate) struct Bar;

    impl Bar {
        pub(crate) fn of(_total: u64) -> Bar {
            Bar
        }

        pub(crate) fn wrap_read<R: Read>(&self, reader: R) -> R {
            reader
        }

        pub(crate) fn suspend<T>(&self, work: impl FnOnce() -> T) -> T {
            work()
        }

        pub(crate) fn clear(&self) {}
    }
}
