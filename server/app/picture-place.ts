import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartRejected } from '#server/checks/checks.ts'
import type { Config } from '#server/config.ts'
import type { Log } from '#server/platform/observability/log.ts'

const OWNER_ONLY = 0o600

/** The file of a data folder that names the bucket in which its servers keep pictures. */
export const bucketNote = (dataDir: string): string => join(dataDir, 'bucket')

/**
 * Checks that the pictures are where the last start with this data folder looked for them.
 * @throws StartRejected when that was a bucket and the settings name none: every picture would be missing, or an old one
 */
export function checkPicturePlace({ dataDir, bucket }: Pick<Config, 'dataDir' | 'bucket'>, log: Log): void {
  const note = bucketNote(dataDir)
  const last = existsSync(note) ? readFileSync(note, 'utf8').trim() : null
  if (bucket === null) {
    if (last === null) return
    throw new StartRejected(
      `The pictures of this installation are in the bucket ${last}, and S3_BUCKET is not set. Set the S3 settings again, or move the ` +
        `pictures to the data folder: npm run move -- --from bucket --to ${dataDir}. To start without the pictures of the bucket, remove ` +
        `the file ${note}.`,
    )
  }
  if (last === bucket.bucket) return
  if (last !== null)
    log.warn(
      { last, now: bucket.bucket },
      'S3_BUCKET names another bucket than at the last start: pictures in the previous one are not found',
    )
  writeFileSync(note, `${bucket.bucket}\n`, { mode: OWNER_ONLY })
}
