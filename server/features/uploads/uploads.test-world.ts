import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Create } from 'sharp'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { uploadedPicture, type UploadedPicture } from '#contract/uploads.ts'
import type { Uid } from '#contract/base/ids.ts'
import { identityWorld, type IdentityWorld } from '#tests/kit/identity.ts'
import { manualJobs } from '#tests/kit/jobs.ts'
import { openFiles } from './uploads.files.ts'
import { registerFileRoutes } from './uploads.mount.ts'
import { uploadRoutes } from './uploads.routes.ts'
import { createUploads, type Uploads } from './uploads.service.ts'
import type { Attachment } from './uploads.types.ts'

export const QUOTA_BYTES = 20_000
export const dataDir = mkdtempSync(join(tmpdir(), 'uploads-'))
export const hidden = new Set<string>()
/** Pictures of profiles, and moments with their viewers. */
const onProfiles = new Set<string>()
export const moments = new Map<string, Set<Uid>>()
/** `onPut` runs after the bytes of a picture are stored, before its row is. */
export const faults = { onPut: async (): Promise<unknown> => undefined }
/** Moments for everyone. */
export const openMoments = new Set<string>()
/** The codes of links that show a moment, each with a user whom it does not show it. */
export const links = new Map<string, { id: string; without: Uid | null }>()
const profiles = {
  onProfiles: async (ids: readonly string[]) => new Set(ids.filter((id) => onProfiles.has(id))),
  maySee: async (viewer: Uid, owner: Uid) => !hidden.has(`${viewer} ${owner}`),
}
export const jobs = manualJobs()
export let world: IdentityWorld
export let uploads: Uploads
export let picture: Buffer
/** A picture that does not compress well. */
export let noise: Buffer

export const pngOf = (shape: Pick<Create, 'width' | 'height' | 'noise'>) =>
  sharp({ create: { channels: 3, background: '#e5446d', ...shape } })
    .png()
    .toBuffer()
/** Pictures as they are attached, without a description. */
export const plain = (...pictures: { id: string }[]) => pictures.map(({ id }) => ({ id, alt: '' }))

/** Uploads on a new database and an empty folder, for all tests of a file. */
export function setUpUploads(): void {
  beforeAll(async () => {
    const files = await openFiles({ dataDir, bucket: null })
    const put = files.put.bind(files)
    files.put = async (...file) => {
      await put(...file)
      await faults.onPut()
    }
    picture = await pngOf({ width: 64, height: 48 })
    noise = await pngOf({ width: 64, height: 64, noise: { type: 'gaussian', mean: 128, sigma: 60 } })
    world = await identityWorld({
      extend: ({ db, clock, log }) => {
        uploads = createUploads({ db, clock, jobs, log, files, profiles, quotaBytes: QUOTA_BYTES })
        uploads.registerAttachmentRules('moment', {
          maySee: async (viewer, id) => moments.get(id)?.has(viewer) ?? false,
          isPublic: async (id) => openMoments.has(id),
          isShownByLink: async (viewer, id, code) => links.get(code)?.id === id && (viewer === null || viewer !== links.get(code)?.without),
          existing: async (ids) => new Set(ids.filter((id) => moments.has(id))),
        })
        return uploadRoutes({ uploads })
      },
    })
    registerFileRoutes(world.app, { uploads, viewerOfFileCookie: (header) => world.identity.viewerOfFileCookie(header) })
  })
  beforeEach(async () => {
    hidden.clear()
    onProfiles.clear()
    moments.clear()
    openMoments.clear()
    links.clear()
    await world.empty()
  })
  afterAll(async () => {
    await world.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
}

export async function signedUp(email: string) {
  const browser = world.browser()
  await browser.signUp(email)
  const token = await browser.token()
  await browser.call('POST', '/app/auth/session', { token })
  return { browser, token, uid: (await world.identity.authenticate(token)).uid }
}
export type SignedUp = Awaited<ReturnType<typeof signedUp>>

export function send({ browser, token }: SignedUp, bytes: Buffer, { name = 'me.png', type = 'image/png', path = '' } = {}) {
  const edge = 'edge-of-the-form'
  const head = `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${edge}--\r\n`)])
  return browser.call('POST', `/app/auth/uploads?path=${encodeURIComponent(path)}`, {
    token,
    body,
    headers: { 'content-type': `multipart/form-data; boundary=${edge}` },
  })
}

export async function sent(who: SignedUp, bytes = picture): Promise<UploadedPicture> {
  return uploadedPicture.parse((await send(who, bytes)).json())
}

/** As an avatar, visible to all who may see its owner. */
export async function shown(who: SignedUp): Promise<UploadedPicture> {
  const stored = await sent(who)
  onProfiles.add(stored.id)
  return stored
}

export function momentFor(...people: SignedUp[]): Attachment {
  const id = randomUUID()
  moments.set(id, new Set(people.map(({ uid }) => uid)))
  return { of: 'moment', id }
}

export const filesOf = async ({ uid }: SignedUp): Promise<string[]> => readdir(join(dataDir, 'files', uid)).catch(() => [])
export const statusOf = async (who: Pick<SignedUp, 'browser'>, url: string) => (await who.browser.call('GET', url)).statusCode
