// The changes of the watched file. A browser opens only six connections to a server, and a stream of events occupies one.
// So only the tab that holds the lock listens, and informs the others through the channel.

const NAME = 'urigram-events';

/** Calls `changed(file)` when the file has changed, and `trouble(error)` when it cannot be read. */
export function followEvents({ changed, trouble }) {
  const channel = new BroadcastChannel(NAME);
  const hear = ({ kind, data }) => {
    if (kind === 'trouble') trouble(data.error);
    else changed(data);
  };
  channel.addEventListener('message', ({ data }) => hear(data));
  const listen = async () => {
    const events = new EventSource('events');
    for (const kind of ['file', 'trouble'])
      events.addEventListener(kind, ({ data }) => {
        const message = { kind, data: JSON.parse(data) };
        channel.postMessage(message);
        hear(message);
      });
    // The file may have changed while no tab listened.
    events.addEventListener('open', async () => {
      const { file } = await (await fetch('state')).json();
      if (file) hear({ kind: 'file', data: file });
    });
    // Holds the lock until the tab is closed, or no file is watched.
    await new Promise((done) => {
      events.addEventListener('error', () => {
        if (events.readyState === EventSource.CLOSED) done();
      });
      addEventListener('pagehide', () => {
        events.close();
        done();
      });
    });
  };
  navigator.locks.request(NAME, listen);
}
