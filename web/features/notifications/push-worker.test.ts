import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { describe, expect, it } from 'vitest'

const source = readFileSync(new URL('../../public/push-worker.js', import.meta.url), 'utf8')
const origin = 'https://wavelength.example'

type ClickEvent = { notification: { close: () => void; data: unknown }; waitUntil: (work: Promise<unknown>) => void }

/** Clicks a notification with that path while no window is open, and returns the address that the worker opens. */
async function addressOpenedBy(path: unknown): Promise<string> {
  const opened: string[] = []
  const listeners: Record<string, (event: ClickEvent) => void> = {}
  const self = {
    location: { origin },
    addEventListener: (type: string, listener: (event: ClickEvent) => void) => void (listeners[type] = listener),
    clients: { matchAll: () => Promise.resolve([]), openWindow: (address: string) => void opened.push(new URL(address, origin).href) },
  }
  runInContext(source, createContext({ self, URL }))
  const work: Promise<unknown>[] = []
  listeners['notificationclick']?.({ notification: { close: () => undefined, data: { path } }, waitUntil: (task) => void work.push(task) })
  await Promise.all(work)
  return opened.join()
}

describe('the page of a clicked push notification', () => {
  it('is the one in the push message', async () => {
    expect(await addressOpenedBy('/chat/1?at=2')).toBe(`${origin}/chat/1?at=2`)
  })

  it.each([
    undefined,
    null,
    7,
    'chat',
    '//evil.io',
    '/\\evil.io',
    '/.//evil.io',
    '/..//evil.io',
    '/\t/evil.io',
    'https://evil.io/',
    'javascript:alert(1)',
  ])('is the notifications page when the push names %j', async (path) => {
    expect(await addressOpenedBy(path)).toBe(`${origin}/notifications`)
  })
})
