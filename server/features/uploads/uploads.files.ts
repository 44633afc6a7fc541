import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { Log } from '#server/platform/observability/log.ts'

/** The file store, on disk or in a bucket. */
export type Files = Disk

/** A bucket of any service that speaks S3. `endpoint` null means AWS itself. */
export type BucketSettings = { endpoint: string | null; region: string; bucket: string; accessKeyId: string; secretAccessKey: string }

export type FilesOptions = {
  dataDir: string
  bucket: BucketSettings | null
  /** Logs files in a storage place that is no longer used. */
  log?: Log
  /** How long the bucket's service may take to answer one request. */
  timeoutMs?: number
  /** How often a request is sent that gets no answer or an error of the service; three times by default. */
  attempts?: number
}

const CONNECT_TIMEOUT_MS = 5_000
const REQUEST_TIMEOUT_MS = 30_000
const ATTEMPTS = 3

/** Opens the bucket if one is configured, otherwise the folder `files` in the data folder. */
export async function openFiles({
  dataDir,
  bucket,
  log,
  timeoutMs = REQUEST_TIMEOUT_MS,
  attempts = ATTEMPTS,
}: FilesOptions): Promise<Files> {
  const location = join(dataDir, 'files')
  if (!bucket) return new Disk(new FSDriver({ location, visibility: 'private' }))
  if (log && existsSync(location)) {
    log.warn(
      { location },
      'S3_BUCKET is set, so the pictures in the data folder are not looked at. If they are not in the bucket yet, stop the servers and ' +
        'run: npm run move -- --from <data folder> --to bucket. Once they are, remove this folder',
    )
  }
  return openBucket(bucket, { timeoutMs, attempts })
}

/**
 * Whether it is a data folder in which no file was ever stored. A missing file is then not a deleted one: a process without the S3 settings,
 * or with a data folder of its own, looks in the wrong place.
 */
export const isNeverUsed = ({ driver }: Files): boolean => driver instanceof FSDriver && !existsSync(driver.options.location)

/** The S3 client is large, so it is loaded only where a bucket is used. */
async function openBucket(
  { endpoint, region, bucket, accessKeyId, secretAccessKey }: BucketSettings,
  { timeoutMs, attempts }: { timeoutMs: number; attempts: number },
): Promise<Files> {
  const { S3Driver } = await import('flydrive/drivers/s3')
  return new Disk(
    new S3Driver({
      credentials: { accessKeyId, secretAccessKey },
      region,
      bucket,
      visibility: 'private',
      supportsACL: false,
      // The SDK sends newer checksums as a trailer, which some other S3 servers store as part of the file.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: attempts,
      // Without these, requests to a service that never answers would stay open forever.
      requestHandler: {
        connectionTimeout: Math.min(timeoutMs, CONNECT_TIMEOUT_MS),
        requestTimeout: timeoutMs,
        socketTimeout: timeoutMs,
        throwOnRequestTimeout: true,
      },
      ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    }),
  )
}

/**
 * Deletes a folder with all files. Some services reject a batch delete (OpenStack Swift requires a Content-MD5 that the SDK no longer
 * sends), others delete only part of it and still answer 200: the rest is deleted one by one.
 * @throws Error when something remains
 */
export async function deleteFolder(files: Files, folder: string): Promise<void> {
  try {
    await files.deleteAll(folder)
    if (files.driver instanceof FSDriver) return
  } catch (error) {
    if (!wasAnswered(error)) throw error
  }
  let paginationToken: string | undefined
  // Each page once: lists may still contain objects that were just deleted.
  do {
    const page = await files.listAll(folder, { recursive: true, ...(paginationToken ? { paginationToken } : {}) })
    for (const object of page.objects) if (object.isFile) await files.delete(object.key)
    paginationToken = page.paginationToken
  } while (paginationToken)
}

/** The names of the folders in a folder; none if it is missing. */
export async function listFolders(files: Files, folder: string): Promise<string[]> {
  if (files.driver instanceof FSDriver && !existsSync(join(files.driver.options.location.toString(), folder))) return []
  const names: string[] = []
  let paginationToken: string | undefined
  do {
    const page = await files.listAll(folder, paginationToken ? { paginationToken } : {})
    for (const object of page.objects) if (object.isDirectory) names.push(object.name)
    paginationToken = page.paginationToken
  } while (paginationToken)
  return names
}

/** Whether the service answered, even with an error: then single deletes may work. */
function wasAnswered(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null
  return typeof cause === 'object' && cause !== null && '$metadata' in cause && hasStatus(cause.$metadata)
}

const hasStatus = (metadata: unknown): boolean =>
  typeof metadata === 'object' && metadata !== null && 'httpStatusCode' in metadata && typeof metadata.httpStatusCode === 'number'
