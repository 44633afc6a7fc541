import { beforeEach, describe, expect, it, vi } from 'vitest'
import { registerServiceWorker, type Container } from './service-worker.ts'

const register = vi.fn<Container['register']>()
const unregister = vi.fn<() => Promise<boolean>>()
const fetchScript = vi.fn<typeof fetch>()
const container = { register, getRegistration: async () => ({ unregister }) as unknown as ServiceWorkerRegistration }
const script = (status: number, type: string) =>
  fetchScript.mockResolvedValueOnce(new Response('', { status, headers: { 'content-type': type } }))

beforeEach(() => vi.resetAllMocks())

describe('the service worker', () => {
  it('is registered at the site root', async () => {
    script(200, 'text/javascript; charset=utf-8')
    await registerServiceWorker(container, 'localhost', fetchScript)
    expect(fetchScript).toHaveBeenCalledWith('/sw.js', expect.anything())
    expect(register).toHaveBeenCalledWith('/sw.js', { scope: '/' })
  })

  it.each([
    ['is missing', 404, 'text/plain'],
    ['is a page', 200, 'text/html'],
  ])('is unregistered on a local host when its script %s', async (_, status, type) => {
    script(status, type)
    await registerServiceWorker(container, '127.0.0.1', fetchScript)
    expect([register.mock.calls.length, unregister.mock.calls.length]).toEqual([0, 1])
  })

  it('is registered on a real host without checking its script', async () => {
    await registerServiceWorker(container, 'wavelength.example', fetchScript)
    expect([fetchScript.mock.calls.length, register.mock.calls.length]).toEqual([0, 1])
  })

  it('never breaks the page', async () => {
    fetchScript.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    await expect(registerServiceWorker(container, 'localhost', fetchScript)).resolves.toBeUndefined()
  })
})
