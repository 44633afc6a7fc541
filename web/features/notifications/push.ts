/* Push to this browser: subscribing at its push service, telling our server, and ending both. What a push says and where it
   leads is the service worker's work (web/public/push-worker.js). */
import { notificationCalls, notificationKinds, type NotificationKind, pushSubscription } from '#contract/notifications.ts'
import { callApi } from '#web/platform/api-client.ts'
import { i18n } from '#web/platform/i18n.ts'
import { logger } from '#web/platform/log.ts'
import { sentenceOf } from './notifications.words.ts'

const log = logger('push')
/** Where the service worker finds the words of the language in use. */
const WORDS = { cache: 'push-words', url: '/push-words.json' }

/** `unsupported`: this browser can't, or has no service worker here. `denied`: its person has said no to the browser. */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on'

async function registration(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) return null
  return (await navigator.serviceWorker.getRegistration()) ?? null
}

export async function pushState(): Promise<PushState> {
  const worker = await registration()
  if (!worker) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  return (await worker.pushManager.getSubscription()) ? 'on' : 'off'
}

/** Asks the person, subscribes and tells the server. @throws Error when the browser or its push service refuses; ApiError when the server does */
export async function enablePush(): Promise<PushState> {
  const worker = await registration()
  if (!worker) return 'unsupported'
  if ((await Notification.requestPermission()) !== 'granted') return pushState()
  const key = await callApi(notificationCalls.getPushKey)
  if (!key) throw new Error('no key')
  const subscription = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key.public_key) })
  await tellServer(subscription)
  return 'on'
}

/** Ends push to this browser, at the server and at the push service. Never throws. */
export async function disablePush(): Promise<void> {
  try {
    const subscription = await (await registration())?.pushManager.getSubscription()
    if (!subscription) return
    await callApi(notificationCalls.unsubscribeFromPush, { query: { endpoint: subscription.endpoint } })
    await subscription.unsubscribe()
  } catch (error) {
    // The server ends it with the sign-in, or when the push service says that it is gone.
    log.warn('could not end push', { why: String(error) })
  }
}

/**
 * Ends push to this browser once the sign-in is over, with which the server has ended it: whoever signs in next has not asked for it.
 * What the device still shows of it goes, too. Never throws.
 */
export async function forgetPush(): Promise<void> {
  try {
    const worker = await registration()
    await (await worker?.pushManager.getSubscription())?.unsubscribe()
    for (const shown of (await worker?.getNotifications()) ?? []) shown.close()
    if ('clearAppBadge' in navigator) await navigator.clearAppBadge()
  } catch (error) {
    log.warn('could not forget push', { why: String(error) })
  }
}

/** Keeps push going: the sign-in may be a new one, and so may the language; tells both anew. Never throws. */
export async function renewPush(): Promise<void> {
  try {
    const subscription = await (await registration())?.pushManager.getSubscription()
    if (subscription) await tellServer(subscription)
  } catch (error) {
    log.warn('could not renew push', { why: String(error) })
  }
}

async function tellServer(subscription: PushSubscription): Promise<void> {
  await callApi(notificationCalls.subscribeToPush, { body: pushSubscription.parse(subscription.toJSON()) })
  const cache = await caches.open(WORDS.cache)
  await cache.put(WORDS.url, Response.json(wordsNow()))
}

/** The sentences of a push in the language in use, with `{name}` left open. */
function wordsNow(): Partial<Record<NotificationKind, string>> {
  const person = { uid: '', user_name: '', name: '{name}', avatar_url: null }
  const open = notificationKinds.filter((kind) => kind !== 'moderation')
  return Object.fromEntries(
    open.map((kind) => [kind, sentenceOf(i18n, { kind, people: [person], people_count: 1, count: 1, subject: '' })]),
  )
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}
