import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Options } from 'browser-image-compression'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { registerSession } from '#web/platform/session-token.ts'
import { compressPicture } from './compress-picture.ts'
import { blobOfDataUrl, uploadPicture } from './upload-picture.ts'

const stored = {
  id: '0199d3a0-0000-4000-8000-000000000001',
  url: '/files/1',
  small_url: '/files/1',
  width: 10,
  height: 10,
  thumbhash: null,
  alt: '',
}
let logged: string[]

beforeEach(() => {
  logged = []
  vi.spyOn(console, 'error').mockImplementation((...line) => void logged.push(JSON.stringify(line)))
  vi.stubGlobal('location', { href: 'https://wavelength.example/account-setup' })
  registerSession({ uid: () => null, getToken: async () => 'token' })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** A fake library that returns that result and records its options. */
function library(result: () => Promise<File>) {
  const calls: Options[] = []
  const compress = (_file: File, options: Options) => {
    calls.push(options)
    return result()
  }
  // Only the function itself is used, not its helper properties.
  return { calls, load: async () => compress as never }
}

describe('compressing a picture', () => {
  it('requests 0.3 MB, 1920 px, WebP, with our own worker script', async () => {
    const small = new File(['s'], 'a.webp', { type: 'image/webp' })
    const { calls, load } = library(async () => small)
    expect(await compressPicture(new File(['x'], 'a.png', { type: 'image/png' }), load)).toBe(small)
    expect(calls).toEqual([
      {
        maxSizeMB: 0.3,
        maxWidthOrHeight: 1920,
        fileType: 'image/webp',
        useWebWorker: true,
        libURL: 'https://wavelength.example/image-compression.js',
      },
    ])
  })

  it.each([
    ['a string', 'picture', 'The file given is not an instance of Blob or File'],
    ['a text file', new File(['x'], 'a.txt', { type: 'text/plain' }), 'The file given is not an image'],
  ])('logs the reason and returns null for %s', async (_, file, sentence) => {
    const { calls, load } = library(() => Promise.reject(new Error('must not be called')))
    expect(await compressPicture(file, load)).toBeNull()
    expect([calls.length, logged.some((line) => line.includes(sentence))]).toEqual([0, true])
  })

  it('logs a failure and returns null', async () => {
    const { load } = library(() => Promise.reject(new Error('broken picture')))
    expect(await compressPicture(new Blob(['x'], { type: 'image/png' }), load)).toBeNull()
    expect(logged.some((line) => line.includes('broken picture'))).toBe(true)
  })

  it('loads the library again after a failure', async () => {
    vi.stubGlobal('fetch', async () => new Response('ok'))
    vi.useFakeTimers()
    const small = new File(['y'], 'a.webp', { type: 'image/webp' })
    const { load } = library(async () => small)
    const failing = vi
      .fn<typeof load>()
      .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
      .mockImplementation(load)
    const compressed = compressPicture(new File(['x'], 'a.png', { type: 'image/png' }), failing)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await compressed).toBe(small)
    vi.useRealTimers()
  })

  it('serves the worker script of the installed library version', () => {
    const installed = createRequire(import.meta.url)
      .resolve('browser-image-compression')
      .replace(/[^/]+$/, 'browser-image-compression.js')
    expect(readFileSync('web/public/image-compression.js', 'utf8')).toBe(readFileSync(installed, 'utf8'))
  })
})

describe('storing a picture', () => {
  it('sends it as a form and returns the stored picture', async () => {
    const sent: unknown[] = []
    vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
      sent.push(address, init.body instanceof FormData && init.body.get('file') instanceof Blob)
      return new Response(JSON.stringify(stored))
    })
    expect(await uploadPicture('data:image/png;base64,aGVsbG8=')).toEqual(stored)
    expect(sent).toEqual(['/app/auth/uploads', true])
  })

  it('logs a failure and returns false', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    const waits: number[] = []
    const wait = async (ms: number) => void waits.push(ms)
    expect(await uploadPicture(new Blob(['x'], { type: 'image/png' }), { wait })).toBe(false)
    expect([logged.some((line) => line.includes('retry-limit-exceeded')), waits.length]).toEqual([true, 2])
  })

  it('retries after a short outage', async () => {
    const responses = [() => Promise.reject(new TypeError('Failed to fetch')), async () => new Response(JSON.stringify(stored))]
    vi.stubGlobal('fetch', () => responses.shift()?.())
    expect(await uploadPicture(new Blob(['x'], { type: 'image/png' }), { wait: async () => {} })).toEqual(stored)
  })
})

describe('A31: a data URL', () => {
  it('becomes a blob of its type', async () => {
    const blob = blobOfDataUrl('data:image/webp;base64,aGVsbG8=')
    expect([blob.type, await blob.text()]).toEqual(['image/webp', 'hello'])
  })

  it.each([
    'data:image/png,abc',
    'data:;base64,aGVsbG8=',
    'data:image/png;base64,',
    'data:image/png;base64,a',
    'aGVsbG8=',
    'data:image/png;base64,***',
  ])('is rejected unless it is base64 with a MIME type: %s', (text) => expect(() => blobOfDataUrl(text)).toThrow('Invalid base64 data URL'))
})
