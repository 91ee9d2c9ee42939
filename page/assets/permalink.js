// The whole state in the fragment of the address, compressed. No server receives a fragment.

/** The start of a link: the version of its format. */
const VERSION = '1.';
/** The maximum number of decompressed bytes. */
const MOST = 4 << 20;

/** Returns the fragment for a value. */
export async function pack(value) {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const packed = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = '';
  for (let at = 0; at < packed.length; at += 0x8000) binary += String.fromCharCode(...packed.subarray(at, at + 0x8000));
  return VERSION + btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Returns the value of a fragment. Throws an `Error` with a message for the page if the fragment is invalid. */
export async function unpack(fragment) {
  if (!fragment.startsWith(VERSION)) throw new Error('it is of another version of this page');
  try {
    const binary = atob(fragment.slice(VERSION.length).replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return JSON.parse(await inflated(bytes));
  } catch (error) {
    throw error instanceof RangeError
      ? new Error('it holds more than this page reads')
      : new Error('it is incomplete or damaged');
  }
}

async function inflated(bytes) {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const parts = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length;
    if (length > MOST) {
      await reader.cancel();
      throw new RangeError('too long');
    }
    parts.push(part.value);
  }
  return new Blob(parts).text();
}
