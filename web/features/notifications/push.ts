/* Push in this browser: subscribes at the push service and registers the subscription at our server. The service worker shows the
   messages (web/public/push-worker.js). */
import { notificationCalls, notificationKinds, type NotificationKind, type PushSubscriptionData } from '#contract/notifications.ts'
import { callApi } from '#web/platform/api-client.ts'
import { i18n } from '#web/platform/i18n.ts'
import { readStored, writeStored } from '#web/platform/storage/browser-storage.ts'
import { logger } from '#web/platform/log.ts'
import { systemNotices } from '#web/platform/notices.ts'
import { notificationText } from './notifications.messages.ts'

const log = logger('push')
/**
 * Starts the key that is stored while push is off only because the account is signed out or another one is active. It ends with the
 * account's ID, so that it applies to no other user, and it survives a sign-out (`clear-user-data.ts`).
 */
export const PAUSED_PREFIX = 'push.paused.'
const pausedKey = (subject = readStored('session')): string => `${PAUSED_PREFIX}${subject ?? ''}`
/** Where the service worker finds the messages of the current language. */
const MESSAGES_CACHE = { cache: 'push-words', url: '/push-words.json' }

/** `unsupported`: no push or no service worker in this browser. `denied`: the user has blocked notifications. */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on'

/** Removes an earlier user's push subscription. Later steps wait for it, or they would take over that subscription. */
let removal: Promise<void> = Promise.resolve()

async function registration(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) return null
  return (await navigator.serviceWorker.getRegistration()) ?? null
}

export async function pushState(): Promise<PushState> {
  await removal
  const phone = systemNotices()
  if (phone) return phone.state()
  const worker = await registration()
  if (!worker) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  return (await worker.pushManager.getSubscription()) ? 'on' : 'off'
}

/**
 * Asks for permission, subscribes, and registers at the server. @throws Error of the browser or its push service; ApiError of the server
 */
export async function enablePush(): Promise<PushState> {
  const phone = systemNotices()
  if (phone) {
    await phone.enable()
    return phone.state()
  }
  const worker = await registration()
  if (!worker) return 'unsupported'
  if ((await Notification.requestPermission()) !== 'granted') return pushState()
  await registerSubscription(await subscribe(worker))
  return 'on'
}

/**
 * Subscribes with the server's key, or returns the subscription that has it. Ends one with an earlier key, because the push service
 * rejects messages to it.
 */
async function subscribe({ pushManager }: ServiceWorkerRegistration): Promise<PushSubscription> {
  const key = await callApi(notificationCalls.getPushKey)
  if (!key) throw new Error('the server has no push key')
  const applicationServerKey = bytesOf(key.public_key)
  const earlier = await pushManager.getSubscription()
  if (earlier && hasKey(earlier, applicationServerKey)) return earlier
  if (earlier) {
    await callApi(notificationCalls.unsubscribeFromPush, { query: { endpoint: earlier.endpoint } })
    await earlier.unsubscribe()
  }
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
}

/** Browsers that don't report the key of a subscription count as having this one. */
function hasKey({ options }: PushSubscription, key: Uint8Array): boolean {
  const found = options?.applicationServerKey
  if (!found) return true
  const bytes = new Uint8Array(found)
  return bytes.length === key.length && bytes.every((byte, index) => byte === key[index])
}

/** Unsubscribes this browser at the server and at the push service, and keeps push off at the next sign-in. Never throws. */
export async function disablePush(): Promise<void> {
  writeStored(pausedKey(), null)
  try {
    await systemNotices()?.disable()
    const subscription = await (await registration())?.pushManager.getSubscription()
    if (!subscription) return
    await callApi(notificationCalls.unsubscribeFromPush, { query: { endpoint: subscription.endpoint } })
    await subscription.unsubscribe()
  } catch (error) {
    // The server removes it with the session, or when the push service reports it as gone.
    log.warn('push could not be disabled', { why: String(error) })
  }
}

/**
 * Unsubscribes this browser after a sign-out, which ended push at the server: the next user has not enabled it. With `left`, push is on
 * again when that user is back. Also closes shown messages. Resolves when that is stored; the push service may take longer. Never throws.
 */
export function endPush(left: string | null): Promise<void> {
  const saved = left === null ? Promise.resolve() : notePaused(left)
  removal = saved.then(unsubscribe)
  return saved
}

async function unsubscribe(): Promise<void> {
  try {
    await systemNotices()?.disable()
    const worker = await registration()
    await (await worker?.pushManager.getSubscription())?.unsubscribe()
    for (const shown of (await worker?.getNotifications()) ?? []) shown.close()
    if ('clearAppBadge' in navigator) await navigator.clearAppBadge()
  } catch (error) {
    log.warn('push subscription could not be removed', { why: String(error) })
  }
}

/** Like `disablePush`, for an account that signs out or is replaced: `renewPush` enables push again when the account is back. */
export async function pausePush(): Promise<void> {
  if ((await pushState().catch(() => 'off')) !== 'on') return
  await disablePush()
  writeStored(pausedKey(), 'yes')
}

/** Stores that push was on for an account that is not active any more, although this browser's subscription is about to end. */
async function notePaused(subject: string): Promise<void> {
  if (systemNotices()) return
  try {
    if (await (await registration())?.pushManager.getSubscription()) writeStored(pausedKey(subject), 'yes')
  } catch (error) {
    log.warn('push state could not be read', { why: String(error) })
  }
}

/**
 * Registers the subscription again, because the session or the language may be new; subscribes again when the server's key has changed,
 * and after a sign-out or a switch to another account and back. Never throws.
 */
export async function renewPush(): Promise<void> {
  await removal
  try {
    const worker = await registration()
    if (worker && (await worker.pushManager.getSubscription())) await registerSubscription(await subscribe(worker))
    else if (readStored(pausedKey()) !== null) await enablePush()
    writeStored(pausedKey(), null)
  } catch (error) {
    log.warn('push subscription could not be renewed', { why: String(error) })
  }
}

/** A subscription for encrypted messages has both keys. */
function toBody(subscription: PushSubscription): PushSubscriptionData {
  const { endpoint, keys } = subscription.toJSON()
  return { endpoint: endpoint ?? '', keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } }
}

async function registerSubscription(subscription: PushSubscription): Promise<void> {
  await callApi(notificationCalls.subscribeToPush, { body: toBody(subscription) })
  const cache = await caches.open(MESSAGES_CACHE.cache)
  await cache.put(MESSAGES_CACHE.url, Response.json(pushMessages()))
}

/** The push messages in the current language, with the placeholder `{name}`, and the labels of their actions. */
function pushMessages(): Partial<Record<NotificationKind | 'reply' | 'accept', string>> {
  const person = { uid: '', user_name: '', name: '{name}', avatar_url: null }
  const open = notificationKinds.filter((kind) => kind !== 'moderation')
  const sentences = open.map((kind) => [kind, notificationText(i18n, { kind, people: [person], people_count: 1, count: 1, subject: '' })])
  return {
    ...Object.fromEntries(sentences),
    reply: i18n._({ id: 'chat.reply.act', message: 'Reply' }),
    accept: i18n._({ id: 'connections.accept', message: 'Accept' }),
  }
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}
