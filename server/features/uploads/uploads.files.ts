import { join } from 'node:path'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'

/** Where the bytes of uploads are; everything above it asks this object, whatever stands behind it. */
export type Files = Disk

/** A bucket of any service that speaks S3. `endpoint` null means AWS itself. */
export type BucketSettings = { endpoint: string | null; region: string; bucket: string; accessKeyId: string; secretAccessKey: string }

/** Files in the bucket when one is given, else on the disk of this machine, under `files` in the data folder. */
export async function openFiles({ dataDir, bucket }: { dataDir: string; bucket: BucketSettings | null }): Promise<Files> {
  return bucket ? openBucket(bucket) : new Disk(new FSDriver({ location: join(dataDir, 'files'), visibility: 'private' }))
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
