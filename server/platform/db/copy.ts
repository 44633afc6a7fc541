import type { Database, Db } from './database.ts'
import { longTransaction } from './long-transaction.ts'
import { advanceCounters, digestOf, readRows, type TableDigest, writeRows } from './table-rows.ts'
import { type Table, tableName, tablesOf } from './tables.ts'

/** Thrown when the target database contains rows. */
export class TargetNotEmpty extends Error {
  override name = 'TargetNotEmpty'
}

export type CopiedTable = { name: string } & TableDigest
export type CopyResult = { tables: CopiedTable[]; rows: number }

/**
 * Copies every row between two databases with the same migrations, in one transaction on each side. Commits only after count
 * and checksum of each table are equal.
 * @throws TargetNotEmpty; Error when the tables differ, or their content after the copy
 */
export async function copyRows({
  from,
  to,
  onTable = () => undefined,
}: {
  from: Database
  to: Database
  onTable?: (table: CopiedTable) => void
}): Promise<CopyResult> {
  const tables = await sameTables(from, to)
  const copied: CopiedTable[] = []
  const copyTables = async (source: Db, target: Db): Promise<void> => {
    for (const table of tables) await assertEmpty(target, table)
    for (const table of tables) {
      for await (const lines of readRows(source, table)) await writeRows(target, table, lines)
      const [was, is] = [await digestOf(source, table), await digestOf(target, table)]
      if (was.rows !== is.rows || was.checksum !== is.checksum) {
        throw new Error(`${tableName(table)} was not copied correctly: ${was.rows} rows became ${is.rows}. The copy was rolled back.`)
      }
      const done = { name: tableName(table), ...is }
      copied.push(done)
      onTable(done)
    }
    await advanceCounters(target)
  }
  await longTransaction(from.db, (source) => longTransaction(to.db, (target) => copyTables(source, target)), 'repeatable read')
  return { tables: copied, rows: copied.reduce((sum, { rows }) => sum + rows, 0) }
}

async function sameTables(from: Database, to: Database): Promise<Table[]> {
  const [source, target] = await Promise.all([tablesOf(from.db), tablesOf(to.db)])
  const shapeOf = (tables: Table[]) => JSON.stringify(tables.map((table) => [tableName(table), table.columns]))
  if (shapeOf(source) !== shapeOf(target)) throw new Error('The two databases don’t have the same tables.')
  return source
}

/** @throws TargetNotEmpty */
export async function assertEmpty(tx: Db, table: Table): Promise<void> {
  const { rows } = await digestOf(tx, table)
  if (rows > 0)
    throw new TargetNotEmpty(`There are ${rows} rows in ${tableName(table)} already; rows are only copied into an empty database.`)
}
