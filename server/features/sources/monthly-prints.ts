import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import { PRINT_BARS, type Genre, type Topic } from '#contract/taste/print.ts'
import type { SourceName } from '#contract/taste/taste.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { SourceKey } from './sources.types.ts'

/** Heights of one source in one month, in the order of `PRINT_BARS`. They are comparable within a source only. */
export type SourceMonth = { source: SourceName; month: string; heights: number[] }

type NamedBars = Partial<Record<Genre | Topic, number>>

/** Prints by month and source. `month` is its first day as a date. */
export function createMonthlyPrintsStore(db: Db) {
  return {
    /** Stores the heights of each source; those of the same month are replaced. A source that was removed in the meantime is skipped. */
    async save(uid: Uid, month: string, sources: ReadonlyMap<SourceName, readonly number[]>): Promise<void> {
      if (sources.size === 0) return
      await sql`
        insert into monthly_prints (uid, source, month, bars)
        select ${uid}::uuid, given.source, ${month}::date, given.bars
        from unnest(${[...sources.keys()]}::text[], ${Array.from(sources.values(), (heights) => JSON.stringify(toNamedBars(heights)))}::jsonb[])
          as given (source, bars)
        join taste_sources on taste_sources.uid = ${uid}::uuid and taste_sources.source = given.source
        on conflict (uid, source, month) do update set bars = excluded.bars
      `.execute(db)
    },

    /** All months of a user, the oldest first. */
    async list(uid: Uid): Promise<SourceMonth[]> {
      const { rows } = await sql<{ source: SourceName; month: string; bars: NamedBars }>`
        select source, month::text, bars from monthly_prints where uid = ${uid} order by month, source
      `.execute(db)
      return rows.map(({ bars, ...row }) => ({ ...row, heights: PRINT_BARS.map((bar) => bars[bar] ?? 0) }))
    },

    /** Deletes the data of a source, for example after another account was connected. */
    async removeSource({ uid, source }: SourceKey): Promise<void> {
      await sql`delete from monthly_prints where uid = ${uid} and source = ${source}`.execute(db)
    },
  }
}

/** By name and without empty bars: a new bar in `PRINT_BARS` moves the positions of others. */
const toNamedBars = (heights: readonly number[]): NamedBars =>
  Object.fromEntries(PRINT_BARS.flatMap((bar, index) => (heights[index] ? [[bar, Math.round(heights[index] * 1_000) / 1_000]] : [])))
