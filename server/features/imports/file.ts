import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { ImportProblem } from '#contract/imports.ts'
import type { FileSource } from '#contract/taste/taste.ts'
import { ArchiveError, type ArchiveErrorKind } from '#server/platform/archive/archive-error.ts'
import { isZip, openZip, type Zip, type ZipEntry, type ZipLimits } from '#server/platform/archive/zip.ts'
import type { ExportFormat } from '#server/providers/export.ts'
import { listenLines, listenList, listenObject } from '#server/providers/listenbrainz/listenbrainz.export.ts'
import { scrobbleLines, scrobbleList, scrobbleObject } from '#server/providers/scrobbles/scrobble.json.ts'
import { scrobbleTable } from '#server/providers/scrobbles/scrobble.table.ts'
import { scrobblerLog } from '#server/providers/scrobbles/scrobbler-log.ts'
import { accountHistory, extendedHistory, library, playlists } from '#server/providers/spotify/spotify.export.ts'
import { watchHistoryHtml, watchHistoryJson } from '#server/providers/youtube/takeout.history.ts'
import { musicLibraryCsv } from '#server/providers/youtube/takeout.library.ts'
import { subscriptionsCsv } from '#server/providers/youtube/takeout.subscriptions.ts'
import { createTally, type Tally, type TallyResult } from './tally.ts'

/** Every supported format, the most specific first. HTML comes last, because it accepts any page. */
const formats: readonly ExportFormat[] = [
  extendedHistory,
  accountHistory,
  library,
  playlists,
  listenObject,
  listenLines,
  listenList,
  watchHistoryJson,
  subscriptionsCsv,
  musicLibraryCsv,
  scrobblerLog,
  scrobbleObject,
  scrobbleLines,
  scrobbleList,
  scrobbleTable,
  watchHistoryHtml,
]

/** The number of bytes that are read to detect the format. */
const HEAD_BYTES = 8 * 1024

/** Detects the format from the beginning of a file. Returns null for an unsupported one. */
function formatOf(head: Buffer): ExportFormat | null {
  // A character cut at the end doesn't matter.
  const text = new TextDecoder('utf-8').decode(head)
  return formats.find((format) => format.recognizes(text)) ?? null
}

const archives: readonly (readonly [name: string, at: number, bytes: string])[] = [
  ['gzip', 0, '1f8b'],
  ['bzip2', 0, '425a68'],
  ['xz', 0, 'fd377a585a00'],
  ['7z', 0, '377abcaf271c'],
  ['rar', 0, '526172211a07'],
  ['tar', 257, '7573746172'],
]

/** Whether this is an archive that we don't open. Takeout offers .tgz beside .zip. */
function isUnsupportedArchive(head: Buffer): boolean {
  return archives.some(([, at, bytes]) => head.subarray(at, at + bytes.length / 2).toString('hex') === bytes)
}

export type ReadFile = { name: string; rows: number }
export type ReadSource = TallyResult & { source: FileSource }
/** `sources` has the largest first. `repeated` counts plays that several sources have: each source keeps its own. */
export type ReadResult = { sources: ReadSource[]; repeated: number; files: ReadFile[]; otherFiles: number }

export class ImportError extends Error {
  readonly problem: ImportProblem

  constructor(problem: ImportProblem, message: string) {
    super(message)
    this.name = 'ImportError'
    this.problem = problem
  }
}

export type ReadOptions = {
  path: string
  /** Milliseconds since 1970. */
  now: number
  /** Called once the source is known, with the largest of several. */
  onSource: (source: FileSource) => void
  /** Called repeatedly with the progress, 0 to 1. */
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
/** Files of an archive that are inspected; a history is never behind thousands of others. */
const MAX_INSPECTED_ENTRIES = 2_000
/** Media files, which are most of a large Takeout. */
const mediaFile = /\.(?:jpe?g|png|gif|webp|heic|mp4|mov|webm|mkv|avi|mp3|m4a|wav|flac|pdf|docx?|mbox)$/i
/** Spotify videos have the shape of songs; only names with "audio" or "endsong" are music. */
const spotifyVideo = /Streaming_History_Video/i

type RecognizedEntry = { entry: ZipEntry; format: ExportFormat }

const problems: Record<ArchiveErrorKind, ImportProblem> = {
  broken: 'import_broken',
  encrypted: 'import_encrypted',
  unsupported: 'import_archive',
  too_large: 'import_too_large',
}

/** Reads a file of any supported format, zipped or not, whatever its name. @throws ImportError */
export async function readExport(options: ReadOptions): Promise<ReadResult> {
  try {
    const head = await readHead(options.path)
    if (isZip(head)) return await readZip(options)
    if (isUnsupportedArchive(head)) throw new ImportError('import_archive', 'archive type not supported')
    return await readPlain(options, head)
  } catch (error) {
    if (error instanceof ArchiveError) throw new ImportError(problems[error.kind], error.message)
    throw error
  }
}

async function readHead(path: string): Promise<Buffer> {
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
  if (!format && isEmptyList(head)) throw new ImportError('import_empty', 'the list is empty')
  if (!format) throw new ImportError('import_foreign', 'file format not recognized')
  onSource(format.source)
  const file = await open(path)
  const { size } = await file.stat()
  await file.close()
  const tally = createTally({ now })
  let read = 0
  const pieces = async function* () {
    for await (const piece of createReadStream(path, { highWaterMark: 128 * 1024 })) {
      // A stream without an encoding yields buffers.
      const bytes: Buffer = piece
      yield bytes
      read += bytes.length
      onProgress(read / size)
    }
  }
  const rows = await addToTally(format, pieces(), tally)
  return resultOf(
    [{ rows, isAnyPage: format.isAnyPage === true, read: { source: format.source, ...tally.result() } }],
    [{ name: '', rows }],
    { repeated: 0, otherFiles: 0 },
  )
}

async function readZip({ path, now, onSource, onProgress }: ReadOptions): Promise<ReadResult> {
  const zip = await openZip(path, zipLimits)
  try {
    const bySource = await selectFiles(zip)
    const [largest] = bySource
    if (!largest) throw new ImportError('import_foreign', 'no supported file in the archive')
    onSource(largest.source)
    const totalBytes = bySource.reduce((sum, { bytes }) => sum + bytes, 0)
    const files: ReadFile[] = []
    const sources: RowsOfSource[] = []
    let consumed = 0
    const ofAll = bySource.length > 1 ? createTally({ now }) : null
    for (const { source, entries } of bySource) {
      const tally = createTally({ now })
      let rows = 0
      for (const { entry, format } of entries) {
        const pieces = zip.read(entry, (bytes) => onProgress((consumed += bytes) / totalBytes))
        const added = await addToTally(format, pieces, tally, ...(ofAll ? [ofAll] : []))
        if (added > 0) files.push({ name: entry.name, rows: added })
        rows += added
      }
      sources.push({ rows, isAnyPage: entries.every(({ format }) => format.isAnyPage === true), read: { source, ...tally.result() } })
    }
    const plays = sources.reduce((sum, { read }) => sum + read.plays, 0)
    const repeated = ofAll ? Math.max(0, plays - ofAll.result().plays) : 0
    return resultOf(sources, files, { repeated, otherFiles: zip.entries.filter(isFile).length - files.length })
  } finally {
    await zip.close()
  }
}

const isFile = ({ name, bytes }: ZipEntry): boolean => !name.endsWith('/') && bytes > 0

/** The supported files of an archive by source, the one with the most bytes first. */
async function selectFiles(zip: Zip): Promise<{ source: FileSource; bytes: number; entries: RecognizedEntry[] }[]> {
  const found: RecognizedEntry[] = []
  let isNested = false
  let hasEmptyList = false
  for (const entry of zip.entries.filter((current) => isFile(current) && !mediaFile.test(current.name)).slice(0, MAX_INSPECTED_ENTRIES)) {
    const head = await entryHead(zip, entry)
    isNested ||= isZip(head)
    hasEmptyList ||= isEmptyList(head)
    const format = spotifyVideo.test(entry.name) ? null : formatOf(head)
    if (format) found.push({ entry, format })
  }
  if (found.length === 0 && isNested) throw new ImportError('import_nested', 'nested zip')
  if (found.length === 0 && hasEmptyList) throw new ImportError('import_empty', 'only empty lists')
  const bySource = Array.from(
    Map.groupBy(found, ({ format }) => format.source),
    ([source, entries]) => ({ source, entries, bytes: entries.reduce((sum, { entry }) => sum + entry.compressedBytes, 0) }),
  )
  return bySource.toSorted((a, b) => b.bytes - a.bytes)
}

/** Whether a whole file is blank or a list without entries: in JSON, or a table of subscriptions with only its header. */
function isEmptyList(head: Buffer): boolean {
  const text = new TextDecoder('utf-8').decode(head).trim()
  return text === '' || /^\[\s*\]$/.test(text) || /^[^,\n]*\bid\b[^,\n]*,[^,\n]*\burl\b[^,\n]*,[^,\n]*$/i.test(text)
}

async function entryHead(zip: Zip, entry: ZipEntry): Promise<Buffer> {
  for await (const piece of zip.read(entry)) return piece.subarray(0, HEAD_BYTES)
  return Buffer.alloc(0)
}

/** Adds a file's rows to the tallies and returns their number. */
async function addToTally(format: ExportFormat, pieces: AsyncIterable<Buffer>, ...tallies: Tally[]): Promise<number> {
  let rows = 0
  for await (const batch of format.rows(pieces)) {
    for (const tally of tallies) for (const row of batch) tally.add(row)
    rows += batch.length
  }
  for (const tally of tallies) tally.endFile(format.precisionMs)
  return rows
}

type RowsOfSource = { rows: number; isAnyPage: boolean; read: ReadSource }

/** The sources with something to import. @throws ImportError if there are none */
function resultOf(sources: readonly RowsOfSource[], files: ReadFile[], counts: Pick<ReadResult, 'repeated' | 'otherFiles'>): ReadResult {
  const good = sources.filter((source) => problemOf(source) === null)
  const [first] = sources
  if (good.length === 0) throw new ImportError((first && problemOf(first)) ?? 'import_foreign', 'no countable entries')
  return { sources: good.map(({ read }) => read), files, ...counts }
}

function problemOf({ rows, isAnyPage, read: { items, skipped } }: RowsOfSource): ImportProblem | null {
  const malformed = skipped.find(({ why }) => why === 'malformed')?.rows ?? 0
  // An HTML page without entries, or rows of another shape, is a different file.
  if (malformed > rows / 2 || (rows === 0 && isAnyPage)) return 'import_foreign'
  if (rows === 0) return 'import_empty'
  return items.length === 0 ? 'import_nothing' : null
}
