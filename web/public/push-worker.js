/* The push handler of the service worker. A push contains the kind of news, a name and a path; message text only with the user's
   permission. */
/* eslint-env serviceworker */
const WORDS = { cache: 'push-words', url: '/push-words.json' }
/* The actions of a notification, by kind. */
const ACTIONS = { message: 'reply', request_asked: 'accept' }
const REPLY_WITHIN_MS = 3_000

self.addEventListener('push', (event) => {
  const news = read(event.data)
  if (news) event.waitUntil(show(news))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const path = event.notification.data?.path
  event.waitUntil(event.action === 'accept' ? accept(path) : open(path))
})

function read(data) {
  try {
    return data?.json() ?? null
  } catch {
    // Not one of ours.
    return null
  }
}

async function show({ kind, name, title, body, path, tag }) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const seen = await Promise.all(windows.filter((it) => it.visibilityState === 'visible').map(pathShownBy))
  if (seen.includes(path)) return
  const words = await (await caches.match(WORDS.url, { cacheName: WORDS.cache }))?.json().catch(() => null)
  const sentence = words?.[kind]?.replace('{name}', () => name) ?? title
  const action = ACTIONS[kind]
  const label = words?.[action]
  await self.registration.showNotification(sentence, {
    body,
    tag,
    data: { path },
    icon: '/icon-192.png',
    badge: '/icon-192.png',
    actions: label ? [{ action, title: label }] : [],
  })
  // A dot on the app icon; the open app shows the count.
  await self.navigator.setAppBadge?.().catch(() => undefined)
}

/* Accepts the request of the person whose page `path` is. Opens the page if that fails: offline, signed out, or withdrawn. */
async function accept(path) {
  try {
    const uid = encodeURIComponent(path.split('/')[2])
    const { token } = await jsonOf(await fetch('/identity/token'))
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    await jsonOf(await fetch(`/app/auth/connection-requests/${uid}/accept`, { method: 'POST', headers, body: '{}' }))
  } catch {
    await open(path)
  }
}

function jsonOf(answer) {
  if (!answer.ok) throw new Error(`status ${answer.status}`)
  return answer.json()
}

/* What a page shows now; its `url` is only what it loaded. A page that doesn't reply, such as one that is still loading, counts as elsewhere. */
function pathShownBy(window) {
  const { port1, port2 } = new MessageChannel()
  window.postMessage({ askPath: true }, [port2])
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data)
    setTimeout(resolve, REPLY_WITHIN_MS)
  })
}

async function open(path) {
  const target = pathOfThisSite(path) ?? '/notifications'
  const [window] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (!window) return self.clients.openWindow(target)
  await window.focus()
  window.postMessage({ openPath: target })
}

/* The path if it stays on this site, otherwise null. A worker can't import the contract's returnPath; the page checks again with it. */
function pathOfThisSite(path) {
  const address = typeof path === 'string' && path.startsWith('/') ? URL.parse(path, self.location.origin) : null
  // `/.//host` becomes `//host`, which is another site.
  return address?.origin === self.location.origin && !address.pathname.startsWith('//') ? address.pathname + address.search : null
}
