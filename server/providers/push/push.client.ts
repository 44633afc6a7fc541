import { request, type RequestOptions } from 'node:https'
import { createPublicLookup } from '#server/providers/outside-fetch.ts'

/** The key pair by which push services know this installation (VAPID). */
export type PushKeys = { publicKey: string; privateKey: string }
export type PushTarget = { endpoint: string; p256dh: string; auth: string }
/** `gone`: this browser takes no push any more, remove it. `refused`: this one message was not taken, and will not be. */
export type PushResult = 'sent' | 'gone' | 'refused'

export type PushClientOptions = {
  /** How a push service can reach who runs this: an https or mailto address. */
  subject: string
  /** The only hosts that are ever asked; the browsers' push services when left out. */
  hosts?: readonly string[]
  /** For the fake service of tests, which is on this machine: a further host, and the certificate that proves it. */
  fakeService?: { hosts: readonly string[]; ca: string }
}

export type PushClient = {
  accepts(endpoint: string): boolean
  makeKeys(): Promise<PushKeys>
  /** Encrypts and sends. @throws Error when trying again later may help */
  send(keys: PushKeys, target: PushTarget, payload: string): Promise<PushResult>
}

/** Loaded with the first push: most starts send none. */
const loadWebPush = async () => (await import('web-push')).default

const TIMEOUT_MS = 10_000
/** A browser that is offline for longer gets no push; the app shows the notification anyway. */
const LIFE_SECONDS = 24 * 3_600

/** Sends to the browsers' push services over https and nowhere else: listed hosts, public addresses, no redirects. */
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
      return 'refused'
    },
  }
}

/** Asks and looks at the status alone; redirects are not followed, and what the service writes is not read. */
function statusOf(address: string, options: RequestOptions, body: Buffer | null): Promise<number> {
  return new Promise((done, fail) => {
    const asked = request(address, { ...options, timeout: TIMEOUT_MS, agent: false }, (answer) => {
      done(answer.statusCode ?? 0)
      answer.destroy()
    })
    asked.on('timeout', () => asked.destroy(new Error('the push service did not answer in time')))
    asked.on('error', fail)
    asked.end(body ?? undefined)
  })
}

/** The push services of the browsers: Chrome and its kin, Firefox, Safari, Edge. A name with a dot before it means all below it. */
export const PUSH_HOSTS: readonly string[] = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
  '.push.apple.com',
  '.notify.windows.com',
]

/**
 * Whether we would ever send anything to that address: https, a push service that browsers use, its usual port, nothing of
 * a user or password in it. An address comes from a browser and could name any machine that this server reaches.
 */
export function isPushEndpoint(address: string, hosts: readonly string[] = PUSH_HOSTS): boolean {
  const url = URL.parse(address)
  if (!url || url.protocol !== 'https:' || url.username !== '' || url.password !== '') return false
  // `host` carries a port that is not https' own, so a listed name with another port is not on the list.
  return hosts.some((host) => (host.startsWith('.') ? url.host.endsWith(host) : url.host === host))
}
