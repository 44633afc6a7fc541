import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setupI18n } from '@lingui/core'
import { errors } from 'flydrive'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { uploadCalls, type UploadedPicture } from '#contract/uploads.ts'
import { type Files, openFiles } from '#server/features/uploads/uploads.files.ts'
import { uploadRoutes } from '#server/features/uploads/uploads.routes.ts'
import { createUploads } from '#server/features/uploads/uploads.service.ts'
import { callApi, readApi } from '#web/platform/api-client.ts'
import { ApiError } from '#web/platform/api-error.ts'
import { registerSession } from '#web/platform/session-token.ts'
import { storageErrorOf, storageErrorMessage, type StorageError } from '#web/features/uploads/storage-errors.ts'
import { uploadPicture, type UploadOptions } from '#web/features/uploads/upload-picture.ts'
import { identityWorld, type IdentityWorld } from '#tests/kit/identity.ts'
import { manualJobs } from '#tests/kit/jobs.ts'

/* The web's real upload against the real server: every storage error of the specification has a cause here. */

const dataDir = mkdtempSync(join(tmpdir(), 'storage-errors-'))
let world: IdentityWorld
let quotaBytes = 1_000_000
let files: Files
let picture: Blob
let token: string | null

beforeAll(async () => {
  files = await openFiles({ dataDir, bucket: null })
  world = await identityWorld({
    extend: ({ db, clock, log }) => {
      const profiles = { onProfiles: async () => new Set<string>(), maySee: async () => false }
      const common = { db, clock, log, files, jobs: manualJobs(), profiles }
      const roomy = createUploads({ ...common, quotaBytes: 1_000_000 })
      const full = createUploads({ ...common, jobs: manualJobs(), quotaBytes: 1 })
      const chosen = () => (quotaBytes > 1 ? roomy : full)
      return uploadRoutes({
        uploads: {
          add: (...given: Parameters<typeof roomy.add>) => chosen().add(...given),
          discard: (...given: Parameters<typeof roomy.discard>) => chosen().discard(...given),
          recordings: roomy.recordings,
        },
      })
    },
  })
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#e5446d' } })
    .png()
    .toBuffer()
  picture = new Blob([new Uint8Array(bytes)], { type: 'image/png' })
})
afterAll(async () => {
  await world.close()
  rmSync(dataDir, { recursive: true, force: true })
})

beforeEach(async () => {
  await world.empty()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  quotaBytes = 1_000_000
  const browser = world.browser()
  await browser.signUp('alice@example.org')
  token = await browser.token()
  registerSession({ uid: () => (token ? 'alice' : null), getToken: async () => token ?? '' })
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    if (init.signal?.aborted) throw new DOMException('aborted', 'AbortError')
    const sent = new Response(init.body ?? null)
    const headers = { ...Object.fromEntries(sent.headers), ...Object.fromEntries(new Headers(init.headers)) }
    delete headers['authorization']
    const body = Buffer.from(await sent.arrayBuffer())
    const method = init.method === 'POST' ? 'POST' : 'DELETE'
    const response = await browser.call(method, address, { token: token ?? 'none', headers, ...(body.length > 0 ? { body } : {}) })
    return new Response(response.body, { status: response.statusCode })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** The result of the upload, and the name of its error. */
async function upload(options: UploadOptions = {}, what = picture): Promise<[UploadedPicture | false, StorageError | null]> {
  let failure: StorageError | null = null
  const response = await uploadPicture(what, { wait: async () => {}, onFailure: (error) => (failure = error), ...options })
  return [response, failure]
}

test('stores a picture while the storage works', async () => {
  expect(await upload({ path: 'moments' })).toEqual([expect.objectContaining({ width: 8, height: 8 }), null])
})

const causes: [StorageError, () => Promise<[unknown, StorageError | null]>][] = [
  ['unauthorized', () => upload({ path: '/another-user/moments' })],
  ['invalid-url', () => upload({ path: 'moments/../../etc' })],
  [
    'quota-exceeded',
    () => {
      quotaBytes = 1
      return upload()
    },
  ],
  [
    'unauthenticated',
    () => {
      token = null
      return upload()
    },
  ],
  [
    'unauthenticated',
    () => {
      token = 'not a token'
      return upload()
    },
  ],
  [
    'retry-limit-exceeded',
    () => {
      vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
      return upload()
    },
  ],
  [
    'server-full',
    () => {
      const cause = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
      vi.spyOn(files, 'put').mockRejectedValueOnce(new errors.E_CANNOT_WRITE_FILE(['picture.webp'], { cause }))
      return upload()
    },
  ],
  ['canceled', () => upload({ signal: AbortSignal.abort() })],
  ['unsuitable', () => upload({}, new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/png' }))],
]

test.each(causes)('storage/%s has a cause here; the answer is false', async (name, act) => {
  expect(await act()).toEqual([false, name])
})

test('storage/object-not-found: a missing picture, or another user’s', async () => {
  const params = { id: '00000000-0000-4000-8000-000000000000' }
  const response = await readApi(uploadCalls.discardPicture, { params })
  expect(response.ok ? null : storageErrorOf(new ApiError(response.failure))).toBe('object-not-found')
  // DELETE itself returns null (spec, section 7).
  expect(await callApi(uploadCalls.discardPicture, { params })).toBeNull()
})

test('each has its own message', () => {
  const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
  const names = [...new Set([...causes.map(([name]) => name), 'object-not-found' as const])]
  const sentences = names.map((name) => storageErrorMessage(i18n, name))
  expect([names.length, new Set(sentences).size, sentences.every((sentence) => sentence.endsWith('.'))]).toEqual([9, 9, true])
})
