import { existsSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { bucketNote } from '#server/app/picture-place.ts'
import { ConfigError } from '#server/config.ts'
import { assertEmpty, copyRows } from '#server/platform/db/copy.ts'
import { acquireLock, type DataFolderLock } from '#server/platform/db/embedded/data-folder-lock.ts'
import { tablesOf } from '#server/platform/db/tables.ts'
import { carryFiles } from './carry-files.ts'
import { copySecretFiles, rejectOtherSecret } from './secret-files.ts'
import { isAddress, openStore } from './open-store.ts'
import { BUCKET, nameOf, openPlace, type PicturePlaces, picturePlaces, type StoreSettings } from './picture-places.ts'

type Move = {
  /** The address of a PostgreSQL server, a data folder, or the word `bucket`, which means pictures only. */
  from: string
  to: string
  settings: StoreSettings
  say: (line: string) => void
}

/**
 * Moves an installation: rows; pictures, if they get a new place; and for a data folder the secret and the list of deleted accounts. Ends
 * with a sentence on each of them, so that the operator knows what was left behind.
 * @throws ConfigError, DataFolderInUse, TargetNotEmpty; BackupError when the target has another secret or a picture arrives damaged
 */
export async function moveInstallation(move: Move): Promise<void> {
  const { from, to, settings, say } = move
  const isOfPictures = from === BUCKET || to === BUCKET
  if (isOfPictures && (from === to || isAddress(from) || isAddress(to)))
    throw new ConfigError('Pictures can only be moved from a data folder to the bucket, or from the bucket to a data folder.')
  if (isOfPictures && from !== BUCKET && !existsSync(from)) throw new ConfigError(`There is no data folder at ${from}.`)

  const places = picturePlaces(from, to, settings)
  const folderOf = (place: string) => (isAddress(place) || place === BUCKET ? settings.dataDir : place)
  const toFolder = isAddress(to) || to === BUCKET ? null : { from: folderOf(from), to, isSecretSet: settings.secret !== null }
  if (toFolder) await rejectOtherSecret(toFolder)
  const release = lockFolders(places, isOfPictures ? [] : [from, to])
  try {
    // Pictures before rows: copying them can be repeated, and rows always find their pictures.
    const picturesNote = isOfPictures ? await movePictures(places) : await moveRows(move, () => movePictures(places))
    say(picturesNote)
    const note = toFolder ? await copySecretFiles(toFolder) : isOfPictures ? null : remainingFilesNote(folderOf(from), settings)
    if (note) say(note)
  } finally {
    release()
  }
}

/** Returns the result of `first`, which runs once both sides are open and the target is known to be empty. */
async function moveRows<T>({ from, to, say }: Move, first: () => Promise<T>): Promise<T> {
  const source = await openStore(from)
  try {
    const target = await openStore(to, { mayBeNew: true })
    try {
      for (const table of await tablesOf(target.db)) await assertEmpty(target.db, table)
      const response = await first()
      const { tables, rows } = await copyRows({
        from: source,
        to: target,
        onTable: ({ name, rows: count, checksum }) => say(`${String(count).padStart(10)}  ${name}  ${checksum}`),
      })
      say(`\n${rows} rows in ${tables.length} tables arrived; counts and checksums are equal on both sides.`)
      return response
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

/** Returns a sentence about where the pictures are now. */
async function movePictures({ from, to }: PicturePlaces): Promise<string> {
  const place = nameOf(from)
  if (!to) return `Pictures stay in ${place}.${from.kind === 'bucket' ? ' Keep the S3 settings.' : ''}`
  const source = await openPlace(from)
  if (!source) return `There are no pictures in ${place}.`
  const target = await openPlace(to, { mayBeNew: true })
  if (!target) throw new Error(`${nameOf(to)} could not be opened.`)
  const { files, bytes } = await carryFiles(source, target)
  if (to.kind === 'folder') rmSync(bucketNote(to.dataDir), { force: true })
  const start = to.kind === 'bucket' ? ' Start with the S3 settings.' : ' Start without the S3 settings (S3_BUCKET).'
  return (
    `${files} files of pictures (${Math.ceil(bytes / 1024 / 1024)} MB) went from ${place} to ${nameOf(to)}; each was compared byte for byte.` +
    `${to.kind === from.kind ? '' : start} Those in ${place} are not used any more: remove them once you have seen pictures.`
  )
}

const remainingFilesNote = (dataDir: string, { secret }: StoreSettings): string =>
  `The list of deleted accounts${secret === null ? ' and the secret stay' : ' stays'} in ${dataDir}: keep it as DATA_DIR, and set DATABASE_URL ` +
  'to where the server shall look from now on. A server with another data folder needs ' +
  (secret === null
    ? 'SECRET, set to the content of the file secret there, and a copy of the file erased.'
    : 'the same SECRET, and a copy of the file erased.')

/** Locks the folders of pictures that no store has locked, so that no server adds a picture during the move. A new folder needs no lock. */
function lockFolders({ from, to }: PicturePlaces, stores: readonly string[]): () => void {
  const lockedFolders = new Set(stores.map((folder) => resolve(folder)))
  const locks: DataFolderLock[] = []
  for (const place of to ? [from, to] : []) {
    if (place.kind !== 'folder' || lockedFolders.has(resolve(place.dataDir)) || !existsSync(join(place.dataDir, 'lock.db'))) continue
    locks.push(acquireLock(place.dataDir))
  }
  return () => {
    for (const lock of locks) lock.release()
  }
}
