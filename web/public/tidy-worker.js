/* Earlier versions kept the last pages that were opened, and noted their addresses. Nobody reads them any more, and no sign-out
   reaches them (HACKS.md). */
/* eslint-env serviceworker */
self.addEventListener('activate', (event) => {
  event.waitUntil(caches.delete('pages'))
  indexedDB.deleteDatabase('workbox-expiration')
})
