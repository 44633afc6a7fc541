import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import { limits } from '#contract/limits.ts'
import { recordingUpload, type Recording } from '#contract/uploads.ts'
import { identityWorld, type IdentityWorld } from '#tests/kit/identity.ts'
import { manualJobs } from '#tests/kit/jobs.ts'
import { mp4Recording, webmRecording } from '#tests/kit/recordings.ts'
import { openFiles, type Files } from '../uploads.files.ts'
import { registerFileRoutes } from '../uploads.mount.ts'
import { uploadsPersonalData } from '../uploads.personal.ts'
import { uploadRoutes } from '../uploads.routes.ts'
import { createUploads, type Uploads } from '../uploads.service.ts'

const DAY_MS = 86_400_000
const PART = limits.recording.partBytes
const QUOTA_BYTES = 1_500_000
const waveform = Array.from({ length: limits.recording.bars }, (_, index) => index % 32)
const dataDir = mkdtempSync(join(tmpdir(), 'recordings-'))
const messages = new Map<string, Set<Uid>>()
const jobs = manualJobs()
let files: Files
let world: IdentityWorld
let uploads: Uploads
/** Of 40 s, in three parts. */
const padded = Buffer.concat([webmRecording(40_000), Buffer.from('ec', 'hex'), Buffer.from([0x10, 0x08, 0, 0]), Buffer.alloc(0x80000)])

beforeAll(async () => {
  files = await openFiles({ dataDir, bucket: null })
  world = await identityWorld({
    extend: ({ db, clock, log }) => {
      const profiles = { onProfiles: async () => new Set<string>(), maySee: async () => true }
      uploads = createUploads({ db, clock, jobs, log, files, profiles, quotaBytes: QUOTA_BYTES })
      uploads.registerAttachmentRules('message', {
        maySee: async (viewer, id) => messages.get(id)?.has(viewer) ?? false,
        existing: async (ids) => new Set(ids.filter((id) => messages.has(id))),
      })
      return uploadRoutes({ uploads })
    },
  })
  registerFileRoutes(world.app, { uploads, viewerOfFileCookie: (header) => world.identity.viewerOfFileCookie(header) })
})
beforeEach(async () => {
  messages.clear()
  await world.empty()
})
afterAll(async () => {
  await world.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function signedUp(email: string) {
  const browser = world.browser()
  await browser.signUp(email)
  const token = await browser.token()
  await browser.call('POST', '/app/auth/session', { token })
  const { uid } = await world.identity.authenticate(token)
  world.people.add(uid)
  return { browser, token: await browser.token(), uid }
}
type SignedUp = Awaited<ReturnType<typeof signedUp>>

const start = ({ browser, token }: SignedUp, bytes: number, bars: number[] = waveform) =>
  browser.call('POST', '/app/auth/recordings', { token, body: { bytes, waveform: bars } })

function sendPart({ browser, token }: SignedUp, id: string, offset: number, bytes: Buffer) {
  const edge = 'edge-of-the-form'
  const head = `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="recording"\r\ncontent-type: audio/webm\r\n\r\n`
  return browser.call('POST', `/app/auth/recordings/${id}/parts?offset=${offset}`, {
    token,
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${edge}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${edge}` },
  })
}

const offsetOf = async ({ browser, token }: SignedUp, id: string) =>
  recordingUpload.parse((await browser.call('GET', `/app/auth/recordings/${id}`, { token })).json())

async function sent(who: SignedUp, bytes: Buffer): Promise<Recording> {
  let upload = recordingUpload.parse((await start(who, bytes.length)).json())
  while (!upload.recording) {
    const part = bytes.subarray(upload.offset, upload.offset + PART)
    upload = recordingUpload.parse((await sendPart(who, upload.id, upload.offset, part)).json())
  }
  return upload.recording
}

const codeOf = (answer: { json: () => unknown }) => (answer.json() as { code?: string }).code
const storedFiles = async ({ uid }: SignedUp): Promise<string[]> => readdir(join(dataDir, 'files', uid, 'voice')).catch(() => [])

describe('uploading a recording', () => {
  test('in parts: an interrupted upload continues at the server’s offset', async () => {
    const alice = await signedUp('alice@example.org')
    const { id } = recordingUpload.parse((await start(alice, padded.length)).json())
    expect(await offsetOf(alice, id)).toEqual({ id, offset: 0, recording: null })
    await sendPart(alice, id, 0, padded.subarray(0, PART))
    // The answer was lost: the client sends the part again, and then requests the state.
    expect(codeOf(await sendPart(alice, id, 0, padded.subarray(0, PART)))).toBe('wrong_state')
    expect((await offsetOf(alice, id)).offset).toBe(PART)
    await sendPart(alice, id, PART, padded.subarray(PART, 2 * PART))
    const last = recordingUpload.parse((await sendPart(alice, id, 2 * PART, padded.subarray(2 * PART))).json())
    expect(last).toEqual({ id, offset: padded.length, recording: { id, url: `/files/${id}.webm`, duration_ms: 40_000, waveform } })
    expect(await offsetOf(alice, id)).toEqual(last)
    expect(await storedFiles(alice)).toEqual([id])
    const file = await alice.browser.call('GET', `/files/${id}.webm`)
    expect([file.statusCode, file.headers['content-type'], padded.equals(file.rawPayload)]).toEqual([200, 'audio/webm', true])
  })

  test('is rejected for another user, beyond the announced size, and at a wrong offset', async () => {
    const [alice, bob] = [await signedUp('alice@example.org'), await signedUp('bob@example.org')]
    const { id } = recordingUpload.parse((await start(alice, 1_000)).json())
    expect(codeOf(await sendPart(bob, id, 0, Buffer.alloc(10)))).toBe('not_found')
    expect((await bob.browser.call('GET', `/app/auth/recordings/${id}`, { token: bob.token })).statusCode).toBe(404)
    expect(codeOf(await sendPart(alice, id, 0, Buffer.alloc(1_001)))).toBe('too_large')
    expect(codeOf(await sendPart(alice, id, 5, Buffer.alloc(10)))).toBe('wrong_state')
    expect(codeOf(await sendPart(alice, id, 0, Buffer.alloc(0)))).toBe('invalid_input')
  })

  test('rejects a malformed waveform, a file that is too large, and one beyond the quota', async () => {
    const alice = await signedUp('alice@example.org')
    expect(codeOf(await start(alice, 10, [1, 2]))).toBe('invalid_input')
    expect(
      codeOf(
        await start(
          alice,
          10,
          waveform.map((level) => level + 1),
        ),
      ),
    ).toBe('invalid_input')
    expect(codeOf(await start(alice, limits.recording.bytes + 1))).toBe('invalid_input')
    expect(codeOf(await start(alice, 1_000_000))).toBeUndefined()
    expect(codeOf(await start(alice, 1_000_000))).toBe('quota_exceeded')
  })

  test('accepts five minutes, and rejects longer recordings and other files', async () => {
    const alice = await signedUp('alice@example.org')
    expect((await sent(alice, mp4Recording(limits.recording.ms))).duration_ms).toBeGreaterThan(limits.recording.ms - 1)
    const long = mp4Recording(limits.recording.ms + 2_000)
    const { id } = recordingUpload.parse((await start(alice, long.length)).json())
    expect(codeOf(await sendPart(alice, id, 0, long))).toBe('too_large')
    const text = Buffer.from('<script>alert(1)</script>')
    const other = recordingUpload.parse((await start(alice, text.length)).json())
    expect(codeOf(await sendPart(alice, other.id, 0, text))).toBe('unsupported_media')
  })

  test('repeats the last part after a failure of the file store', async () => {
    const alice = await signedUp('alice@example.org')
    const bytes = webmRecording(1_000)
    const { id } = recordingUpload.parse((await start(alice, bytes.length)).json())
    vi.spyOn(files, 'put').mockRejectedValueOnce(new Error('down'))
    expect(codeOf(await sendPart(alice, id, 0, bytes))).toBe('unavailable')
    expect(codeOf(await sendPart(alice, id, 0, bytes))).toBeUndefined()
    expect((await offsetOf(alice, id)).recording?.duration_ms).toBe(1_000)
  })
})

describe('a stored recording', () => {
  test('is served in ranges to its owner and to users who see the message, and to no others', async () => {
    const [alice, bob, eve] = [await signedUp('alice@example.org'), await signedUp('bob@example.org'), await signedUp('eve@example.org')]
    const bytes = webmRecording(2_000)
    const { id, url } = await sent(alice, bytes)
    const statusFor = async ({ browser }: Pick<SignedUp, 'browser'>) => (await browser.call('GET', url)).statusCode
    expect([await statusFor(alice), await statusFor(bob), await statusFor({ browser: world.browser() })]).toEqual([200, 404, 404])
    const message = randomUUID()
    messages.set(message, new Set([bob.uid]))
    await uploads.recordings.attach(alice.uid, id, { of: 'message', id: message })
    expect([await statusFor(bob), await statusFor(eve)]).toEqual([200, 404])
    const range = async (of: string) => {
      const { statusCode, headers, rawPayload } = await bob.browser.call('GET', url, { headers: { range: of } })
      return [statusCode, headers['content-range'], rawPayload]
    }
    const size = bytes.length
    expect(await range('bytes=0-1')).toEqual([206, `bytes 0-1/${size}`, bytes.subarray(0, 2)])
    expect(await range('bytes=100-')).toEqual([206, `bytes 100-${size - 1}/${size}`, bytes.subarray(100)])
    expect(await range('bytes=-10')).toEqual([206, `bytes ${size - 10}-${size - 1}/${size}`, bytes.subarray(size - 10)])
    expect((await range(`bytes=${size}-`)).slice(0, 2)).toEqual([416, `bytes */${size}`])
    expect((await range('lines=1-2'))[0]).toBe(200)
  })

  test('is not a picture: it can’t be attached to a moment or read as a picture', async () => {
    const alice = await signedUp('alice@example.org')
    const { id } = await sent(alice, webmRecording(1_000))
    await expect(uploads.attach(alice.uid, [{ id, alt: '' }], { of: 'moment', id: randomUUID() })).rejects.toMatchObject({
      code: 'not_found',
    })
    expect([await uploads.ownedBy(alice.uid, id), (await alice.browser.call('GET', `/files/${id}.webp`)).statusCode]).toEqual([false, 404])
  })

  test('is deleted with its message, and after a day without one', async () => {
    const alice = await signedUp('alice@example.org')
    const [attached, loose] = [await sent(alice, webmRecording(1_000)), await sent(alice, webmRecording(1_000))]
    const message = randomUUID()
    messages.set(message, new Set())
    await uploads.recordings.attach(alice.uid, attached.id, { of: 'message', id: message })
    world.clock.pass(2 * DAY_MS)
    await uploads.cleanUp()
    await jobs.runWaiting()
    expect(await storedFiles(alice)).toEqual([attached.id])
    await uploads.release('message', [message])
    await jobs.runWaiting()
    expect(await storedFiles(alice)).toEqual([])
    expect((await alice.browser.call('GET', loose.url)).statusCode).toBe(404)
  })

  test('that is never completed is deleted with its parts', async () => {
    const alice = await signedUp('alice@example.org')
    const { id } = recordingUpload.parse((await start(alice, 10_000)).json())
    await sendPart(alice, id, 0, Buffer.alloc(1_000))
    world.clock.pass(2 * 3_600_000)
    await uploads.cleanUp()
    await expect(uploads.recordings.get(alice.uid, id)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('is in the export, as a file and in the list', async () => {
    const alice = await signedUp('alice@example.org')
    const { id } = await sent(alice, webmRecording(1_000))
    const { collect } = uploadsPersonalData({ db: world.db, files, deletions: uploads.deletions })
    const paths = []
    for await (const { path } of collect(alice.uid, new Set())) paths.push(path)
    expect(paths).toEqual(['pictures.json', 'voice messages.json', `voice messages/${id}.webm`])
  })
})
