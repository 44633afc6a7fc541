import type { ImportSummary } from '#contract/imports.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { ReadResult } from './file.ts'
import { rowsOf, mergeDuplicates, mergeWithEarlier, type ImportedItem } from './merge.ts'
import { createPlaysStore } from './plays.store.ts'
import { createImportsStore } from './imports.store.ts'
import type { ImportRow } from './imports.types.ts'
import { sourceRows } from '#server/features/sources/source-rows.ts'
import type { ItemResolver, SourceRow } from '#server/features/sources/sources.types.ts'

/** The import was cancelled or taken by another process before it was written; nothing is stored. */
export class ImportSuperseded extends Error {
  override name = 'Overtaken'
}

export type Written = { source: SourceRow; imported: ImportRow }

/** Writes an import's items as taste rows, all or nothing. */
export function createImportWriter({ db, media }: { db: Db; media: ItemResolver }) {
  async function itemsOf(result: ReadResult): Promise<ImportedItem[]> {
    const ids = await media.resolve(
      result.items.map(({ kind, name, by, spotifyId, youtubeId }) => ({ kind, name, by, spotify_id: spotifyId, youtube_id: youtubeId })),
    )
    const kinds = await createPlaysStore(db).kinds(ids)
    return result.items.flatMap(({ weeks, kept }, at): ImportedItem[] => {
      const itemId = ids[at]
      const kind = itemId === undefined ? undefined : kinds.get(itemId)
      return itemId === undefined || kind === undefined ? [] : [{ itemId, kind, weeks, kept }]
    })
  }

  /** @throws Overtaken */
  return async (job: ImportRow, result: ReadResult, hash: string, now: Date): Promise<Written> => {
    const items = mergeDuplicates(await itemsOf(result))
    const key = { uid: job.uid, source: result.source }
    return db.transaction().execute(async (tx) => {
      const plays = createPlaysStore(tx)
      const source = sourceRows(tx)
      const { shownTo = 'everyone', countsForMatching = true } = job.consent
      await plays.upsertSource(key, { shownTo, countsForMatching }, now)
      const before = await plays.find(key)
      const all = mergeWithEarlier(before, items)
      const rows = rowsOf(all, now)
      const shown = new Set(rows.map(({ itemId }) => itemId))
      await plays.replace(
        key,
        all.filter(({ itemId }) => shown.has(itemId)),
      )
      await plays.completeSource(key, await source.replace(key, rows), now)
      const summary = summaryOf(result, countAdded(all, before, shown))
      const to = { status: 'done', source: result.source, progress: 1, summary, hash } as const
      const imported = await createImportsStore(tx).change(job.id, { status: ['reading'], attempt: job.attempt }, to, now)
      const connected = await source.find(key)
      // The error rolls back the transaction.
      if (!imported || !connected) throw new ImportSuperseded()
      return { source: connected, imported }
    })
  }
}

const plural = { artist: 'artists', track: 'tracks', channel: 'channels', video: 'videos' } as const

function countAdded(all: readonly ImportedItem[], before: readonly ImportedItem[], shown: ReadonlySet<string>): ImportSummary['added'] {
  const known = new Set(before.map(({ itemId }) => itemId))
  const counts = { artists: 0, tracks: 0, channels: 0, videos: 0 }
  for (const { itemId, kind } of all) if (shown.has(itemId) && !known.has(itemId)) counts[plural[kind]]++
  return counts
}

const MAX_LISTED_FILES = 40
const MAX_NAME_LENGTH = 120

function summaryOf(result: ReadResult, counts: ImportSummary['added']): ImportSummary {
  const date = (at: number | null) => (at === null ? null : new Date(at).toISOString())
  return {
    plays: result.plays,
    kept: result.kept,
    from: date(result.from),
    to: date(result.to),
    added: counts,
    skipped: result.skipped,
    files: result.files.slice(0, MAX_LISTED_FILES).map(({ name, rows }) => ({ name: shortName(name), rows })),
    other_files: result.otherFiles,
  }
}

/** The file name without folders, which can contain a person's name. */
const shortName = (name: string): string => (name.split('/').at(-1) ?? '').toWellFormed().slice(0, MAX_NAME_LENGTH)
