import { sql } from 'kysely'
import type { Db } from './database.ts'
import type { Table } from './tables.ts'

/** The row count and checksum of a table, equal on both engines when the rows are equal. */
export type TableDigest = { rows: number; checksum: string }

/** Batch size: large enough to be fast, small enough for any memory. */
const BATCH_ROWS = 500
/** Chunk size of the table checksum: about a second per statement, so that the watchdog stays quiet. */
const DIGEST_BLOCKS = 4_096
const tableRef = ({ schema, name }: Table) => sql.table(`${schema}.${name}`)

/**
 * All rows of a table as JSON text, in batches. They are never parsed, so that no number loses a digit.
 * @param tx a transaction, so that all batches see the same snapshot
 */
export async function* readRows(tx: Db, table: Table): AsyncGenerator<string[]> {
  await sql`declare rows_of_table no scroll cursor for select to_jsonb(t)::text as line from ${tableRef(table)} t`.execute(tx)
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.raw(String(BATCH_ROWS))} from rows_of_table`.execute(tx)
    if (rows.length === 0) break
    yield rows.map(({ line }) => line)
  }
  await sql`close rows_of_table`.execute(tx)
}

/** Writes lines from `readRows`, whatever triggers or generated columns the table has. */
export async function writeRows(tx: Db, table: Table, lines: readonly string[]): Promise<void> {
  const columns = sql.join(table.columns.map((name) => sql.ref(name)))
  const json = `[${lines.join(',')}]`
  await sql`insert into ${tableRef(table)} (${columns}) overriding system value
    select ${columns} from jsonb_populate_recordset(null::${tableRef(table)}, ${json}::text::jsonb)`.execute(tx)
}

/** Counts the rows and sums a hash of each, in any order. @param tx a transaction, as for `readRows` */
export async function digestOf(tx: Db, table: Table, blocksAtOnce = DIGEST_BLOCKS): Promise<TableDigest> {
  const blocks = await blocksOf(tx, table)
  let rows = 0
  let checksum = 0n
  for (let first = 0; first < blocks; first += blocksAtOnce) {
    const part = await digestOfBlocks(tx, table, first, first + blocksAtOnce)
    rows += part.rows
    checksum += BigInt(part.checksum)
  }
  return { rows, checksum: String(checksum) }
}

async function blocksOf(tx: Db, table: Table): Promise<number> {
  const { rows } = await sql<{ blocks: number }>`
    select pg_relation_size(format('%I.%I', ${table.schema}::text, ${table.name}::text)::regclass)
      / current_setting('block_size')::int8 as blocks`.execute(tx)
  return rows[0]?.blocks ?? 0
}

async function digestOfBlocks(tx: Db, table: Table, first: number, end: number): Promise<TableDigest> {
  const { rows } = await sql<TableDigest>`
    select count(*)::int8 as rows,
      coalesce(sum(('x' || substr(md5(to_jsonb(t)::text), 1, 15))::bit(60)::int8::numeric), 0)::text as checksum
    from ${tableRef(table)} t where ctid >= ${`(${first},0)`}::tid and ctid < ${`(${end},0)`}::tid`.execute(tx)
  const [digest] = rows
  if (!digest) throw new Error('the count returned no row')
  return digest
}

/** Sets each sequence to the highest number in its column. */
export async function advanceCounters(tx: Db): Promise<void> {
  const { rows } = await sql<{ schema: string; name: string; column: string; sequence: string }>`
    select n.nspname as schema, c.relname as name, a.attname as column,
      pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname) as sequence
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and n.nspname not like 'pg\\_%'
      and n.nspname not in ('information_schema', 'pgboss')
      and pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname) is not null`.execute(tx)
  for (const { schema, name, column, sequence } of rows) {
    const highest = sql`(select coalesce(max(${sql.ref(column)}), 0) from ${sql.table(`${schema}.${name}`)})`
    await sql`select setval(${sequence}::regclass, greatest(${highest}, 1), ${highest} > 0)`.execute(tx)
  }
}
