/* Routes that bypass the service worker's code: built files come from its cache directly, server paths from the network. Without this
   every file and call would start the worker. Browsers without the static routing API ignore it. */
/* eslint-env serviceworker */
const toServer = ['/app/*', '/identity/*', '/files/*', '/art/*', '/export/*']

self.addEventListener('install', (event) => {
  event.addRoutes?.([
    {
      condition: { urlPattern: { pathname: '/assets/*' }, requestMethod: 'get' },
      // Workbox defines this cache name. Missing files come from the network.
      source: { cacheName: `workbox-precache-v2-${self.registration.scope}` },
    },
    { condition: { or: toServer.map((pathname) => ({ urlPattern: { pathname } })) }, source: 'network' },
  ])
})
