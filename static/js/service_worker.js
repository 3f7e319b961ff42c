// @ts-check
/**
 * Owns what the site does where the network does not: the files of its pages from a cache, and a
 * page that says so. Nothing of a person is ever kept: no page, no answer of the API.
 * No module: it is served as `/service-worker.js`, and browsers start it without a page.
 */
(() => {
  const OFFLINE = "/offline/";
  const CACHE = "files-1";
  /** The oldest are dropped beyond this; a visit needs about a hundred. */
  const FILES_MAX = 400;
  /** A name with a hash: another content would have another name. */
  const HASHED = /\.[0-9a-f]{12}\.\w+$/;
  const LINKED = /(?:href|src)="(\/static\/[^"]+)"/g;
  /** Its events and methods, which pages do not have. */
  const worker = /** @type {any} */ (self);

  worker.addEventListener("install", (event) => {
    event.waitUntil(keepOfflinePage().then(() => worker.skipWaiting()));
  });
  worker.addEventListener("activate", (event) => {
    event.waitUntil(dropOthers().then(() => worker.clients.claim()));
  });
  worker.addEventListener("fetch", (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (request.method !== "GET" || origin !== location.origin) return;
    if (request.mode === "navigate") event.respondWith(page(event));
    else if (pathname.startsWith("/static/"))
      event.respondWith(file(request, HASHED.test(pathname)));
  });

  worker.addEventListener("push", (event) => {
    event.waitUntil(show(event.data?.json()));
  });
  worker.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(open(event.notification.data));
  });

  /** Shows what the house says, unless its page is in sight. It holds no card. */
  async function show({ title, body, path, tag }) {
    const pages = await worker.clients.matchAll({ type: "window" });
    const seen = ({ url, visibilityState }) =>
      visibilityState === "visible" && new URL(url).pathname === path;
    if (pages.some(seen)) return;
    const icon = "/apple-touch-icon.png";
    await worker.registration.showNotification(title, { body, tag, icon, data: path });
  }

  /** Goes to the page: where it is open, or in a new window. */
  async function open(path) {
    const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
    const there = pages.find(({ url }) => new URL(url).pathname === path);
    await (there ? there.focus() : worker.clients.openWindow(path));
  }

  async function keepOfflinePage() {
    const cache = await caches.open(CACHE);
    const answer = await fetch(OFFLINE, { cache: "no-cache" });
    if (!answer.ok) throw new Error("no page for the time without a network");
    const html = await answer.clone().text();
    await cache.put(OFFLINE, answer);
    await cache.addAll([...new Set([...html.matchAll(LINKED)].map(([, link]) => link))]);
  }

  async function dropOthers() {
    for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
  }

  /** A page comes from the server, or else the page that there is no network. */
  async function page(event) {
    try {
      const answer = await fetch(event.request);
      event.waitUntil(followLanguage(answer.headers.get("Content-Language")));
      return answer;
    } catch {
      return (await caches.match(OFFLINE)) ?? Response.error();
    }
  }

  /** Keeps the page again if the reader has changed to another language. */
  async function followLanguage(language) {
    const kept = await caches.match(OFFLINE);
    if (language && kept && kept.headers.get("Content-Language") !== language)
      await keepOfflinePage().catch(() => {});
  }

  /** A file with a hash comes from the cache if it is there, any other only without a network. */
  async function file(request, isHashed) {
    const kept = await caches.match(request);
    if (kept && isHashed) return kept;
    try {
      const answer = await fetch(request);
      if (answer.ok) await keep(request, answer.clone());
      return answer;
    } catch (error) {
      if (kept) return kept;
      throw error;
    }
  }

  async function keep(request, answer) {
    const cache = await caches.open(CACHE);
    await cache.put(request, answer).catch(() => {}); // a full disk keeps nobody from the page
    const all = (await cache.keys()).filter(({ url }) => !url.endsWith(OFFLINE));
    for (const oldest of all.slice(0, Math.max(0, all.length - FILES_MAX)))
      await cache.delete(oldest);
  }
})();
