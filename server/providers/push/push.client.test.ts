import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FakePushService, startFakePushService } from '#sandbox/push/push.fake.ts'
import { createPushClient, type PushClient, type PushKeys } from './push.client.ts'
import { isPushEndpoint } from './push.client.ts'

let service: FakePushService
let client: PushClient
let keys: PushKeys
beforeAll(async () => {
  service = await startFakePushService()
  client = createPushClient({ subject: 'https://own.example', fakeService: { hosts: [service.host], ca: service.ca } })
  keys = await client.makeKeys()
})
afterAll(() => service.close())
beforeEach(() => void service.received.splice(0))

describe('a push', () => {
  test('reaches the browser signed with our key, and only the browser can read it', async () => {
    const browser = service.subscribe(keys.publicKey)
    expect(await client.send(keys, browser.target, '{"title":"Häi 👋"}')).toBe('sent')
    expect(service.received).toEqual([
      {
        endpoint: browser.target.endpoint,
        text: '{"title":"Häi 👋"}',
        subject: 'https://own.example',
        audience: service.origin,
        ttl: 86_400,
      },
    ])
  })

  test('rejects a message signed with a key other than the subscription’s', async () => {
    const browser = service.subscribe((await client.makeKeys()).publicKey)
    expect([await client.send(keys, browser.target, 'hi'), service.received]).toEqual(['rejected', []])
  })

  test('reports an ended subscription: 404 and 410', async () => {
    const browser = service.subscribe(keys.publicKey)
    for (const status of [404, 410]) {
      service.failNext(status)
      expect(await client.send(keys, browser.target, 'hi')).toBe('gone')
    }
  })

  test('retries after a temporary error of the service', async () => {
    const browser = service.subscribe(keys.publicKey)
    for (const status of [429, 503]) {
      service.failNext(status)
      await expect(client.send(keys, browser.target, 'hi')).rejects.toThrow(String(status))
    }
  })

  test('follows no redirect', async () => {
    const browser = service.subscribe(keys.publicKey)
    service.failNext(307)
    expect([await client.send(keys, browser.target, 'hi'), service.received]).toEqual(['rejected', []])
  })
})

describe('an address for push', () => {
  test.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
  ])('accepts the push service: %s', (address) => expect(isPushEndpoint(address)).toBe(true))

  test.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/fcm/send/abc',
    'https://user:word@fcm.googleapis.com/abc',
    'https://fcm.googleapis.com.evil.example/abc',
    'https://evilnotify.windows.com/abc',
    'https://127.0.0.1/abc',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/abc',
    'not an address',
  ])('rejects other addresses: %s', (address) => expect(isPushEndpoint(address)).toBe(false))

  test('is never requested when its name resolves to an internal address', async () => {
    // `localhost` represents the name of a push service that an attacker points to a private address.
    const outward = createPushClient({ subject: 'https://own.example', hosts: [`localhost:${new URL(service.origin).port}`] })
    const target = { ...service.subscribe(keys.publicKey).target, endpoint: `https://localhost:${new URL(service.origin).port}/push/x` }
    await expect(outward.send(keys, target, 'hi')).rejects.toThrow('not public')
  })
})
