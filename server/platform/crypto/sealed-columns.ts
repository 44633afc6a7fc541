import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/observability/log.ts'

/** A column of texts that a key of the installation's secret encrypts. */
export type SealedColumn<Key extends string = string> = {
  /** With its schema, unless that is `public`. */
  table: string
  column: string
  /** The columns of the primary key. */
  key: readonly Key[]
  /** The context with which a row's text was sealed. */
  contextOf(key: Record<Key, string>): string
}

export type Resealer = {
  /** The start of texts that were sealed with the current key; empty if texts don't name their key. */
  prefix: string
  /** Seals a text with the current key. Returns it unchanged if it is already, and null when no key opens it. */
  reseal(text: string, context: string): string | null | Promise<string | null>
}

type SealedRow = Record<string, string> & { sealed: string }

/** Small, because the evidence of one report can be several megabytes. */
const BATCH_SIZE = 20

/**
 * Seals all texts of a column with the current key, so that old secrets can be removed. Texts that no key opens, and texts that
 * another server changes at the same time, stay unchanged.
 */
export async function resealColumn(
  { db, resealer, log }: { db: Db; resealer: Resealer; log: Log },
  { table, column, key, contextOf }: SealedColumn,
): Promise<void> {
  let resealed = 0
  let lost = 0
  for (let after: SealedRow | null = null; ;) {
    const rows: SealedRow[] = await listSealed(db, { table, column, key }, resealer.prefix, after)
    for (const row of rows) {
      const fresh = await resealer.reseal(row.sealed, contextOf(row))
      if (fresh === null) lost++
      else if (fresh !== row.sealed && (await replaceSealed(db, { table, column, key }, row, fresh))) resealed++
    }
    after = rows.at(-1) ?? null
    if (rows.length < BATCH_SIZE) break
  }
  if (resealed > 0 || lost > 0) log.info({ table, column, resealed, lost }, 'stored texts were encrypted with the new secret')
}

type Place = Pick<SealedColumn, 'table' | 'column' | 'key'>
const keyOf = (key: readonly string[]) => sql.join(key.map((name) => sql.ref(name)))
const valuesOf = (key: readonly string[], row: SealedRow) => sql.join(key.map((name) => row[name]))

/** The next rows after `after` whose text was not sealed with the current key, judging by the prefix. */
async function listSealed(db: Db, { table, column, key }: Place, prefix: string, after: SealedRow | null): Promise<SealedRow[]> {
  const keyTexts = sql.join(key.map((name) => sql`${sql.ref(name)}::text as ${sql.ref(name)}`))
  // With the table's name, `order by` is by the column, which has an index, and not by the selected text.
  const columns = sql.join(key.map((name) => sql.ref(`${table}.${name}`)))
  const hasOtherKey = prefix === '' ? sql`true` : sql`not starts_with(${sql.ref(column)}, ${prefix})`
  const isNext = after === null ? sql`true` : sql`(${keyOf(key)}) > (${valuesOf(key, after)})`
  const { rows } = await sql<SealedRow>`
    select ${keyTexts}, ${sql.ref(column)} as sealed from ${sql.table(table)}
    where ${sql.ref(column)} is not null and ${hasOtherKey} and ${isNext}
    order by ${columns} limit ${BATCH_SIZE}`.execute(db)
  return rows
}

/** Replaces a text if it is unchanged. Returns false when another server was faster. */
async function replaceSealed(db: Db, { table, column, key }: Place, row: SealedRow, fresh: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${fresh}
    where (${keyOf(key)}) = (${valuesOf(key, row)}) and ${sql.ref(column)} = ${row.sealed}`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}
