// A service worker: keeps the files of the page after the first visit. Before this script, the constants `VERSION` and `FILES`
// are written. A new version takes over once no tab has the page open, so that a page
// never has files of two versions.

/** Other copies of the page may have the same origin. */
const CACHES = `urigram ${registration.scope} `;
const CACHE = CACHES + VERSION;
const INDEX = 'index.html';

const addressOf = (name) => new URL(name, registration.scope).href;
const addresses = new Set(FILES.map(addressOf));

addEventListener('install', (event) => {
  const fill = async () => {
    const cache = await caches.open(CACHE);
    const add = async (name) => {
      // The page has just fetched most files: the server only confirms that they have not changed.
      const response = await fetch(addressOf(name), { cache: 'no-cache' });
      if (!response.ok) throw new Error(`${name}: ${response.status}`);
      await cache.put(addressOf(name), response);
    };
    await Promise.all(FILES.map(add));
  };
  event.waitUntil(fill());
});

addEventListener('activate', (event) => {
  const removeOthers = async () => {
    for (const name of await caches.keys()) if (name.startsWith(CACHES) && name !== CACHE) await caches.delete(name);
    await clients.claim();
  };
  event.waitUntil(removeOthers());
});

addEventListener('fetch', (event) => {
  const { request } = event;
  const [address] = request.url.split(/[?#]/);
  const file = address === registration.scope ? addressOf(INDEX) : address;
  if (request.method !== 'GET' || !addresses.has(file)) return;
  const answer = async () => (await (await caches.open(CACHE)).match(file, { ignoreVary: true })) ?? fetch(request);
  event.respondWith(answer());
});
