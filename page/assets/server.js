// Answers by the server. A later request of the same slot supersedes the earlier one.

/** Yields the lines of the answers to a request. Throws an `Error` with a message for the page, or an `AbortError`. */
export async function* lines(request, signal) {
  const response = await send(request, signal);
  if (response.status === 409) throw new DOMException('superseded', 'AbortError');
  if (!response.ok) throw new Error((await response.json()).error ?? `The server answered ${response.status}.`);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let line = '';
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const [end, ...others] = read.value.split('\n');
    line += end;
    for (const other of others) {
      yield line;
      line = other;
    }
  }
}

async function send(request, signal) {
  const headers = { 'Content-Type': 'application/json' };
  try {
    return await fetch('answers', { method: 'POST', headers, body: JSON.stringify(request), signal });
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new Error('The server does not answer: has uri serve ended?');
  }
}
