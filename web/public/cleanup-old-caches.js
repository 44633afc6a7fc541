/* Deletes caches of earlier versions, which held the last opened pages and their addresses. No sign-out reaches them (HACKS.md). */
/* eslint-env serviceworker */
self.addEventListener('activate', (event) => {
  event.waitUntil(caches.delete('pages'))
  indexedDB.deleteDatabase('workbox-expiration')
})
