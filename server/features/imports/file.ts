import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { ImportProblem } from '#contract/imports.ts'
import type { FileSource } from '#contract/taste.ts'
import { ArchiveError, type ArchiveErrorKind } from '#server/platform/archive/archive-error.ts'
import { looksLikeZip, openZip, type Zip, type ZipEntry, type ZipLimits } from '#server/platform/archive/zip.ts'
import type { ExportFormat } from '#server/providers/export.ts'
import { listenLines, listenList } from '#server/providers/listenbrainz/listenbrainz.export.ts'
import { accountHistory, extendedHistory, library } from '#server/providers/spotify/spotify.export.ts'
import { watchHistoryHtml, watchHistoryJson } from '#server/providers/youtube/takeout.history.ts'
import { subscriptionsCsv } from '#server/providers/youtube/takeout.subscriptions.ts'
import { createTally, type Tally, type TallyResult } from './tally.ts'

/** Every kind of file that can be read. The page form comes last: any page looks like it. */
const formats: readonly ExportFormat[] = [
  extendedHistory,
  accountHistory,
  library,
  listenLines,
  listenList,
  watchHistoryJson,
  subscriptionsCsv,
  watchHistoryHtml,
]

/** How much of a file is looked at to know it. */
const HEAD_BYTES = 8 * 1024

/** The format of a file that begins like this; null for one we don't read. */
function formatOf(head: Buffer): ExportFormat | null {
  // A letter may be cut in two at the end; that says nothing about the rest.
  const text = new TextDecoder('utf-8').decode(head)
  return formats.find((format) => format.recognises(text)) ?? null
}

const archives: readonly (readonly [name: string, at: number, bytes: string])[] = [
  ['gzip', 0, '1f8b'],
  ['bzip2', 0, '425a68'],
  ['xz', 0, 'fd377a585a00'],
  ['7z', 0, '377abcaf271c'],
  ['rar', 0, '526172211a07'],
  ['tar', 257, '7573746172'],
]

/** Whether this is an archive of a kind that we don't open. Takeout offers .tgz beside .zip. */
function isOtherArchive(head: Buffer): boolean {
  return archives.some(([, at, bytes]) => head.subarray(at, at + bytes.length / 2).toString('hex') === bytes)
}

export type ReadFile = { name: string; rows: number }
export type ReadResult = TallyResult & { source: FileSource; files: ReadFile[]; otherFiles: number }

/** Why a file could not become taste. */
export class ImportRefusal extends Error {
  readonly problem: ImportProblem

  constructor(problem: ImportProblem, message: string) {
    super(message)
    this.name = 'ImportRefusal'
    this.problem = problem
  }
}

export type ReadOptions = {
  path: string
  /** Milliseconds since 1970. */
  now: number
  /** Told what the file is as soon as that is known. */
  onSource: (source: FileSource) => void
  /** Told how far it is, 0 to 1, often. */
  onProgress: (share: number) => void
}

const GIGABYTE = 1024 ** 3
const zipLimits: ZipLimits = {
  entries: 20_000,
  directoryBytes: 16 * 1024 * 1024,
  nameBytes: 1_000,
  entryBytes: 2 * GIGABYTE,
  totalBytes: 4 * GIGABYTE,
  ratio: 200,
}
/** So many files of an archive are looked into; a history is never behind thousands of others. */
const LOOKED_INTO = 2_000
/** Pictures, films and the like, which make up most of a large Takeout. */
const neverText = /\.(?:jpe?g|png|gif|webp|heic|mp4|mov|webm|mkv|avi|mp3|m4a|wav|flac|pdf|docx?|mbox)$/i
/** Films on Spotify have the shape of songs (platforms: only names with "audio" or "endsong" are music). */
const notMusic = /Streaming_History_Video/i

type Found = { entry: ZipEntry; format: ExportFormat }

const problems: Record<ArchiveErrorKind, ImportProblem> = {
  broken: 'import_broken',
  encrypted: 'import_encrypted',
  unsupported: 'import_archive',
  too_large: 'import_too_large',
}

/**
 * Reads a file of any of the known exports, zipped or not, whatever it is called.
 * @throws ImportRefusal
 */
export async function readExport(options: ReadOptions): Promise<ReadResult> {
  try {
    const head = await headOf(options.path)
    if (looksLikeZip(head)) return await readZip(options)
    if (isOtherArchive(head)) throw new ImportRefusal('import_archive', 'an archive that is no zip')
    return await readPlain(options, head)
  } catch (error) {
    if (error instanceof ArchiveError) throw new ImportRefusal(problems[error.kind], error.message)
    throw error
  }
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

async function readPlain({ path, now, onSource, onProgress }: ReadOptions, head: Buffer): Promise<ReadResult> {
  const format = formatOf(head)
  if (!format) throw new ImportRefusal('import_foreign', 'no format knows this file')
  onSource(format.source)
  const file = await open(path)
  const { size } = await file.stat()
  await file.close()
  const tally = createTally({ now })
  let read = 0
  const pieces = async function* () {
    for await (const piece of createReadStream(path, { highWaterMark: 128 * 1024 })) {
      // A stream without an encoding gives bytes.
      const bytes: Buffer = piece
      yield bytes
      read += bytes.length
      onProgress(read / size)
    }
  }
  const rows = await count(format, pieces(), tally)
  return accepted({ ...tally.result(), source: format.source, files: [{ name: '', rows }], otherFiles: 0 }, rows)
}

async function readZip({ path, now, onSource, onProgress }: ReadOptions): Promise<ReadResult> {
  const zip = await openZip(path, zipLimits)
  try {
    const chosen = await choose(zip)
    const [first] = chosen
    if (!first) throw new ImportRefusal('import_foreign', 'no file in the archive is one we read')
    const { source } = first.format
    onSource(source)
    const packed = chosen.reduce((sum, { entry }) => sum + entry.compressedBytes, 0)
    const tally = createTally({ now })
    const files: ReadFile[] = []
    let taken = 0
    for (const { entry, format } of chosen) {
      const pieces = zip.read(entry, (bytes) => onProgress((taken += bytes) / packed))
      files.push({ name: entry.name, rows: await count(format, pieces, tally) })
    }
    const result = { ...tally.result(), source, files: files.filter(({ rows }) => rows > 0) }
    const total = files.reduce((sum, { rows }) => sum + rows, 0)
    return accepted({ ...result, otherFiles: zip.entries.filter(isFile).length - result.files.length }, total)
  } finally {
    await zip.close()
  }
}

const isFile = ({ name, bytes }: ZipEntry): boolean => !name.endsWith('/') && bytes > 0

/** The files of an archive that can be read, all of one source: that of the most bytes. */
async function choose(zip: Zip): Promise<Found[]> {
  const found: Found[] = []
  let isNested = false
  for (const entry of zip.entries.filter((it) => isFile(it) && !neverText.test(it.name)).slice(0, LOOKED_INTO)) {
    const head = await entryHead(zip, entry)
    isNested ||= looksLikeZip(head)
    const format = notMusic.test(entry.name) ? null : formatOf(head)
    if (format) found.push({ entry, format })
  }
  const bySource = Map.groupBy(found, ({ format }) => format.source)
  const bytes = (files: readonly Found[]) => files.reduce((sum, { entry }) => sum + entry.compressedBytes, 0)
  const [largest] = [...bySource.values()].toSorted((one, two) => bytes(two) - bytes(one))
  if (!largest && isNested) throw new ImportRefusal('import_nested', 'a zip inside of a zip')
  return largest ?? []
}

async function entryHead(zip: Zip, entry: ZipEntry): Promise<Buffer> {
  for await (const piece of zip.read(entry)) return piece.subarray(0, HEAD_BYTES)
  return Buffer.alloc(0)
}

/** Adds all a file says to the tally; gives the number of its rows. */
async function count(format: ExportFormat, pieces: AsyncIterable<Buffer>, tally: Tally): Promise<number> {
  let rows = 0
  for await (const batch of format.rows(pieces)) {
    for (const heard of batch) tally.add(heard)
    rows += batch.length
  }
  return rows
}

function accepted(result: ReadResult, rows: number): ReadResult {
  const malformed = result.skipped.find(({ why }) => why === 'malformed')?.rows ?? 0
  // A page without a single entry is some other page; rows of another shape are some other list.
  if (malformed > rows / 2 || (rows === 0 && result.source === 'youtube_file'))
    throw new ImportRefusal('import_foreign', 'nothing in it has the shape we know')
  if (result.items.length === 0) throw new ImportRefusal('import_empty', 'nothing in it counts')
  return result
}
