import S3rver from 's3rver'
import { freePort } from '#tools/free-port.ts'

const NAME = 'pictures'
/** s3rver's only account. */
const ACCOUNT = 'S3RVER'

export type Bucket = {
  /** Settings with which a server stores its pictures in this bucket. */
  settings: Record<string, string>
  close(): Promise<void>
}

/**
 * A bucket of a server that speaks S3. It checks signatures, but has no policies, lifecycle or multipart limits.
 * @param directory where it stores its pictures, which it keeps after it is closed; it starts with the existing ones
 */
export async function startBucket({ directory }: { directory: string }): Promise<Bucket> {
  const port = await freePort('127.0.0.1', 0)
  const server = new S3rver({ address: '127.0.0.1', port, silent: true, directory, configureBuckets: [{ name: NAME, configs: [] }] })
  await server.run()
  return {
    settings: {
      S3_BUCKET: NAME,
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_ACCESS_KEY_ID: ACCOUNT,
      S3_SECRET_ACCESS_KEY: ACCOUNT,
    },
    close: () => server.close(),
  }
}
