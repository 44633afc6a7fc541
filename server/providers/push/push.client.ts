import { request, type RequestOptions } from 'node:https'
import { createPublicLookup } from '#server/providers/outside-fetch.ts'

/** The key pair that identifies this installation to push services (VAPID). */
export type PushKeys = { publicKey: string; privateKey: string }
export type PushTarget = { endpoint: string; p256dh: string; auth: string }
/**
 * `gone`: the subscription has ended; remove it. `rejected`: the push service rejects this message, also later. 401 and 403 are rejections:
 * they mean a subscription of another key, but also a wrong clock or contact of this server.
 */
export type PushResult = 'sent' | 'gone' | 'rejected'

export type PushClientOptions = {
  /** The operator's contact for push services: an https or mailto address. */
  subject: string
  /** The only hosts that are requested; the browsers' push services by default. */
  hosts?: readonly string[]
  /** For the fake service of tests on this machine: another host, and its certificate. */
  fakeService?: { hosts: readonly string[]; ca: string }
}

export type PushClient = {
  accepts(endpoint: string): boolean
  makeKeys(): Promise<PushKeys>
  /** Encrypts and sends. @throws Error when a later retry may help */
  send(keys: PushKeys, target: PushTarget, payload: string): Promise<PushResult>
}

/** Loaded with the first push: most starts send none. */
const loadWebPush = async () => (await import('web-push')).default

const TIMEOUT_MS = 10_000
/** A browser that is offline for longer gets no push; the app shows the notification anyway. */
const LIFE_SECONDS = 24 * 3_600

/** Sends to the browsers' push services over https only: listed hosts, public addresses, no redirects. */
export function createPushClient({ subject, hosts: listed = PUSH_HOSTS, fakeService }: PushClientOptions): PushClient {
  const hosts = [...listed, ...(fakeService?.hosts ?? [])]
  const outside: RequestOptions = fakeService ? { ca: fakeService.ca } : { lookup: createPublicLookup() }

  return {
    accepts: (endpoint) => isPushEndpoint(endpoint, hosts),
    makeKeys: async () => (await loadWebPush()).generateVAPIDKeys(),

    async send(keys, { endpoint, p256dh, auth }, payload) {
      if (!isPushEndpoint(endpoint, hosts)) return 'gone'
      const webPush = await loadWebPush()
      const { body, headers, method } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
        vapidDetails: { subject, ...keys },
        TTL: LIFE_SECONDS,
        contentEncoding: 'aes128gcm',
      })
      const status = await statusOf(endpoint, { ...outside, method, headers }, body)
      if (status === 404 || status === 410) return 'gone'
      if (status >= 200 && status < 300) return 'sent'
      if (status === 429 || status >= 500) throw new Error(`the push service answered ${status}`)
      return 'rejected'
    },
  }
}

/** Sends the request and reads only the status; redirects are not followed, and the body is not read. */
function statusOf(address: string, options: RequestOptions, body: Buffer | null): Promise<number> {
  return new Promise((done, fail) => {
    const clientRequest = request(address, { ...options, timeout: TIMEOUT_MS, agent: false }, (answer) => {
      done(answer.statusCode ?? 0)
      answer.destroy()
    })
    clientRequest.on('timeout', () => clientRequest.destroy(new Error('the push service did not answer in time')))
    clientRequest.on('error', fail)
    clientRequest.end(body ?? undefined)
  })
}

/** The push services of the browsers: Chrome and its relatives, Firefox, Safari, Edge. A name with a leading dot means all subdomains. */
export const PUSH_HOSTS: readonly string[] = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
  '.push.apple.com',
  '.notify.windows.com',
]

/**
 * Whether the address is acceptable: https, a browser's push service, its default port, no user or password. An address comes from a
 * browser and could name any machine that this server can reach.
 */
export function isPushEndpoint(address: string, hosts: readonly string[] = PUSH_HOSTS): boolean {
  const url = URL.parse(address)
  if (!url || url.protocol !== 'https:' || url.username !== '' || url.password !== '') return false
  // `host` includes a non-default port, so a listed name with another port is not listed.
  return hosts.some((host) => (host.startsWith('.') ? url.host.endsWith(host) : url.host === host))
}
