import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { Log } from '#server/platform/observability/log.ts'

/** Where the bytes of uploads are; everything above it asks this object, whatever stands behind it. */
export type Files = Disk

/** A bucket of any service that speaks S3. `endpoint` null means AWS itself. */
export type BucketSettings = { endpoint: string | null; region: string; bucket: string; accessKeyId: string; secretAccessKey: string }

export type FilesOptions = { dataDir: string; bucket: BucketSettings | null; /** Hears of files that nobody will find. */ log?: Log }

/** Files in the bucket when one is given, else on the disk of this machine, under `files` in the data folder. */
export async function openFiles({ dataDir, bucket, log }: FilesOptions): Promise<Files> {
  const location = join(dataDir, 'files')
  if (!bucket) return new Disk(new FSDriver({ location, visibility: 'private' }))
  if (log && existsSync(location)) {
    log.warn(
      { location },
      'S3_BUCKET is set, so the pictures in the data folder are not looked at. If they are not in the bucket yet, stop the servers and ' +
        'run: npm run move -- --from <data folder> --to bucket. Once they are, remove this folder',
    )
  }
  return openBucket(bucket)
}

/** The S3 client is large, so it is loaded only where a bucket is used. */
async function openBucket({ endpoint, region, bucket, accessKeyId, secretAccessKey }: BucketSettings): Promise<Files> {
  const { S3Driver } = await import('flydrive/drivers/s3')
  return new Disk(
    new S3Driver({
      credentials: { accessKeyId, secretAccessKey },
      region,
      bucket,
      visibility: 'private',
      supportsACL: false,
      // The SDK's newer checksums are sent as a trailer, which older look-alikes store as part of the file.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    }),
  )
}
