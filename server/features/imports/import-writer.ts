import type { Db } from '#server/platform/db/database.ts'
import type { FileSource } from '#contract/taste/taste.ts'
import type { ReadResult, ReadSource } from './file.ts'
import { itemsToStore, rowsOf, mergeDuplicates, mergeWithEarlier } from './merge.ts'
import { createPlaysStore, type PlayedItem } from '#server/features/sources/plays.ts'
import { localDays } from '#server/platform/local-day.ts'
import { createImportsStore } from './imports.store.ts'
import type { ImportRow, StoredSummary } from './imports.types.ts'
import { sourceRows } from '#server/features/sources/source-rows.ts'
import type { Counts, ItemResolver, SourceRow } from '#server/features/sources/sources.types.ts'

/** The import was cancelled or taken by another process before it was written; nothing is stored. */
export class ImportSuperseded extends Error {
  override name = 'Overtaken'
}

export type Written = { sources: SourceRow[]; imported: ImportRow }

/** Writes an import's items as taste rows of its sources, all or nothing. */
export function createImportWriter({ db, media }: { db: Db; media: ItemResolver }) {
  async function itemsOf(result: ReadSource): Promise<PlayedItem[]> {
    const ids = await media.resolve(
      result.items.map(({ kind, name, by, spotifyId, youtubeId, isrc, durationMs }) => ({
        kind,
        name,
        by,
        spotify_id: spotifyId,
        youtube_id: youtubeId,
        isrc,
        duration_ms: durationMs,
      })),
    )
    const kinds = await createPlaysStore(db).kinds(ids)
    return result.items.flatMap(({ times, days, kept }, index): PlayedItem[] => {
      const itemId = ids[index]
      const kind = itemId === undefined ? undefined : kinds.get(itemId)
      return itemId === undefined || kind === undefined ? [] : [{ itemId, kind, times, days, kept }]
    })
  }

  /** Writes the items of one source and returns how many were new. */
  async function writeSource(tx: Db, job: ImportRow, source: FileSource, items: readonly PlayedItem[], now: Date): Promise<Counts> {
    const key = { uid: job.uid, source }
    const plays = createPlaysStore(tx)
    const { shownTo = 'everyone', countsForMatching = true } = job.consent
    await plays.upsertSource(key, { shownTo, countsForMatching }, now)
    const before = await plays.find(key)
    const all = await plays.allowed(job.uid, mergeWithEarlier(before, items, localDays(job.timeZone ?? 'UTC')))
    const rows = rowsOf(all, now)
    const shown = new Set(rows.map(({ itemId }) => itemId))
    await plays.replace(key, itemsToStore(all, rows))
    await plays.completeSource(key, await sourceRows(tx).replace(key, rows), now)
    return countAdded(all, before, shown)
  }

  /** @throws ImportSuperseded */
  return async (job: ImportRow, result: ReadResult, hash: string, now: Date): Promise<Written> => {
    const read: { source: FileSource; items: PlayedItem[] }[] = []
    for (const entry of result.sources) read.push({ source: entry.source, items: mergeDuplicates(await itemsOf(entry)) })
    return db.transaction().execute(async (tx) => {
      const added: Counts[] = []
      for (const { source, items } of read) added.push(await writeSource(tx, job, source, items, now))
      const [largest] = result.sources
      const to = { status: 'done', source: largest?.source ?? null, progress: 1, summary: summaryOf(result, added), hash } as const
      const imported = await createImportsStore(tx).change(job.id, { status: ['reading'], attempt: job.attempt }, to, now)
      const sources: SourceRow[] = []
      for (const { source } of read) {
        const connected = await sourceRows(tx).find({ uid: job.uid, source })
        if (connected) sources.push(connected)
      }
      // The error rolls back the transaction.
      if (!imported || sources.length < read.length) throw new ImportSuperseded()
      return { sources, imported }
    })
  }
}

const plural = { artist: 'artists', track: 'tracks', channel: 'channels', video: 'videos' } as const

function countAdded(all: readonly PlayedItem[], before: readonly PlayedItem[], shown: ReadonlySet<string>): Counts {
  const itemIds = new Set(before.map(({ itemId }) => itemId))
  const counts = { artists: 0, tracks: 0, channels: 0, videos: 0 }
  for (const { itemId, kind } of all) if (shown.has(itemId) && !itemIds.has(itemId)) counts[plural[kind]]++
  return counts
}

const MAX_LISTED_FILES = 40
const MAX_NAME_LENGTH = 120

function summaryOf({ sources, repeated, files, otherFiles }: ReadResult, added: readonly Counts[]): StoredSummary {
  const date = (times: readonly (number | null)[], choose: (...times: number[]) => number) => {
    const dated = times.filter((time) => time !== null)
    return dated.length === 0 ? null : new Date(choose(...dated)).toISOString()
  }
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
  const sumAdded = (kind: keyof Counts) => sum(added.map((counts) => counts[kind]))
  const skipped = Map.groupBy(
    [...sources.flatMap((source) => source.skipped), ...(repeated > 0 ? [{ why: 'duplicate' as const, rows: repeated }] : [])],
    ({ why }) => why,
  )
  return {
    plays: sum(sources.map(({ plays }) => plays)) - repeated,
    kept: sum(sources.map(({ kept }) => kept)),
    from: date(
      sources.map(({ from }) => from),
      Math.min,
    ),
    to: date(
      sources.map(({ to }) => to),
      Math.max,
    ),
    added: { artists: sumAdded('artists'), tracks: sumAdded('tracks'), channels: sumAdded('channels'), videos: sumAdded('videos') },
    skipped: Array.from(skipped, ([why, all]) => ({ why, rows: sum(all.map(({ rows }) => rows)) })).toSorted((a, b) => b.rows - a.rows),
    sources: sources.map(({ source }) => source),
    files: files.slice(0, MAX_LISTED_FILES).map(({ name, rows }) => ({ name: shortName(name), rows })),
    other_files: otherFiles,
  }
}

/** The file name without folders, which can contain a person's name. */
const shortName = (name: string): string => (name.split('/').at(-1) ?? '').toWellFormed().slice(0, MAX_NAME_LENGTH)
