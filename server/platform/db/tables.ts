import { sql } from 'kysely'
import { JOBS_SCHEMA } from '../jobs/jobs.ts'
import type { Db } from './database.ts'

/** A table with the data needed to copy its rows. Names are unquoted, as in the catalog. */
export type Table = { schema: string; name: string; columns: string[] }

/** Migrations record themselves, and each start recreates the jobs from the rows. */
const notCopied = { schemas: ['pg_catalog', 'information_schema', JOBS_SCHEMA], tables: ['schema_migrations'] }

type Found = Table & { id: string; refers_to: string[] }

/**
 * All tables in dependency order, so that rows can be copied without violating foreign keys.
 * @throws Error when tables refer to each other in a cycle
 */
export async function tablesOf(db: Db): Promise<Table[]> {
  const { rows } = await sql<Found>`
    select c.oid::text as id, n.nspname as schema, c.relname as name,
      (select json_agg(a.attname order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      coalesce((select json_agg(distinct f.confrelid::text) from pg_constraint f
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid), '[]') as refers_to
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname not like 'pg\\_%'
      and n.nspname not in (${sql.join(notCopied.schemas)}) and c.relname not in (${sql.join(notCopied.tables)})
    order by n.nspname, c.relname`.execute(db)
  return inOrder(rows).map(({ schema, name, columns }) => ({ schema, name, columns }))
}

function inOrder(tables: readonly Found[]): Found[] {
  const placed: Found[] = []
  const isPlaced = (id: string) => placed.some((place) => place.id === id) || !tables.some((table) => table.id === id)
  while (placed.length < tables.length) {
    const next = tables.filter((table) => !placed.includes(table) && table.refers_to.every(isPlaced))
    if (next.length === 0) throw new Error('Tables refer to each other in a cycle, so their rows can’t be copied one table after another.')
    placed.push(...next)
  }
  return placed
}

/** `schema.table`, for messages. */
export const tableName = ({ schema, name }: Table): string => `${schema}.${name}`
