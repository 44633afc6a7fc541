import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { access, constants, stat, statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Config } from '../config.ts'
import { openFiles } from '#server/features/uploads/uploads.files.ts'
import { type Check, type Finding, messageOf, off, ok } from './check.ts'

const GIGABYTE = 1024 ** 3
const LITTLE_BYTES = 2 * GIGABYTE
const TOO_LITTLE_BYTES = GIGABYTE / 4
/** A server waits for this check before it starts. */
const ANSWER_WITHIN_MS = 3_000

/** Writes, reads and deletes one small object, by the code that stores pictures. */
export function bucketCheck({ bucket, dataDir }: Pick<Config, 'bucket' | 'dataDir'>): Check {
  return {
    component: 'pictures',
    async run() {
      if (!bucket) return off(`in the data folder ${dataDir} (S3_BUCKET is not set)`)
      const where = `the bucket ${bucket.bucket}${bucket.endpoint ? ` at ${bucket.endpoint}` : ' at AWS'}`
      const files = await openFiles({ dataDir, bucket, timeoutMs: ANSWER_WITHIN_MS, attempts: 1 })
      const key = `check/${randomUUID()}`
      const steps: [string, () => Promise<unknown>][] = [
        ['written', () => files.put(key, new Uint8Array([1, 2, 3]), { contentType: 'application/octet-stream' })],
        ['read', () => files.getBytes(key)],
        ['deleted', () => files.delete(key)],
      ]
      for (const [step, act] of steps) {
        const failure = await act().then(
          () => null,
          (error: unknown) => bucketFinding(error, { where, step }),
        )
        if (failure) return failure
      }
      return ok(`${where}: an object was written, read and deleted`)
    },
  }
}

const configurationErrors: Record<string, { message: string; fix: string }> = {
  NoSuchBucket: { message: 'does not exist', fix: 'Create it, or correct S3_BUCKET, S3_ENDPOINT and S3_REGION.' },
  InvalidAccessKeyId: { message: 'rejected S3_ACCESS_KEY_ID', fix: 'Correct S3_ACCESS_KEY_ID.' },
  SignatureDoesNotMatch: { message: 'rejected S3_SECRET_ACCESS_KEY', fix: 'Correct S3_SECRET_ACCESS_KEY (and S3_REGION).' },
  AccessDenied: { message: 'gives this account no access', fix: 'Allow s3:PutObject, s3:GetObject, s3:DeleteObject and s3:ListBucket.' },
  PermanentRedirect: { message: 'is in another region', fix: 'Correct S3_REGION.' },
}

/** @param failure of flydrive, with the error of the S3 client as its cause */
function bucketFinding(failure: unknown, { where, step }: { where: string; step: string }): Finding {
  const cause = failure instanceof Error && failure.cause instanceof Error ? failure.cause : failure
  const hint = cause instanceof Error ? configurationErrors[cause.name] : undefined
  if (hint) return { status: 'error', message: `${where} ${hint.message}`, fix: hint.fix, preventsStart: true }
  const isLate = cause instanceof Error && cause.name === 'TimeoutError'
  const reason = isLate ? `no answer within ${ANSWER_WITHIN_MS / 1000} seconds` : messageOf(cause)
  return {
    status: 'error',
    message: `${where}: an object can't be ${step}: ${reason}`,
    fix: 'Check S3_ENDPOINT and that the service can be reached from here.',
  }
}

/** Whether the data folder, or the folder that it will be created in, can be written, and how much space is left. Creates nothing. */
export function diskCheck({ dataDir }: Pick<Config, 'dataDir'>): Check {
  return {
    component: 'disk',
    async run() {
      const folder = existingFolder(dataDir)
      try {
        if (!(await stat(folder)).isDirectory()) throw new Error(`${folder} is not a folder`)
        await access(folder, constants.W_OK)
      } catch (error) {
        return {
          status: 'error',
          message: `the data folder ${dataDir} can't be written: ${messageOf(error)}`,
          fix: 'Give the folder to the user that runs the server, or correct DATA_DIR.',
          preventsStart: true,
        }
      }
      const { bavail, bsize } = await statfs(folder)
      const free = bavail * bsize
      const isNew = folder !== resolve(dataDir)
      const message = `${(free / GIGABYTE).toFixed(1)} GB free in ${dataDir}${isNew ? ', which the first start creates' : ''}`
      if (free >= LITTLE_BYTES) return ok(message)
      return { status: free < TOO_LITTLE_BYTES ? 'error' : 'warning', message, fix: 'Free some space: a full disk stops the database.' }
    },
  }
}

/** The folder, or the nearest one above it that exists. */
function existingFolder(path: string): string {
  const folder = resolve(path)
  return existsSync(folder) ? folder : existingFolder(dirname(folder))
}
