import { join } from 'node:path'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'

/** Where the bytes of uploads are; everything above it asks this object, whatever stands behind it. */
export type Files = Disk

/** Files on the disk of this machine, under `files` in the data folder. */
export function openFiles({ dataDir }: { dataDir: string }): Files {
  return new Disk(new FSDriver({ location: join(dataDir, 'files'), visibility: 'private' }))
}
