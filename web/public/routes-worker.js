/* What the service worker need not be asked about: built files lie in its cache, which the browser reads by itself, and what is the
   server's own has no business in it. Every file of a page and every call went through the worker's code else. Browsers that do not
   know this go on asking. */
/* eslint-env serviceworker */
const toServer = ['/app/*', '/identity/*', '/files/*', '/art/*', '/export/*']

self.addEventListener('install', (event) => {
  event.addRoutes?.([
    {
      condition: { urlPattern: { pathname: '/assets/*' }, requestMethod: 'get' },
      // Named by Workbox, which keeps the files there. What is missing comes from the network.
      source: { cacheName: `workbox-precache-v2-${self.registration.scope}` },
    },
    { condition: { or: toServer.map((pathname) => ({ urlPattern: { pathname } })) }, source: 'network' },
  ])
})
