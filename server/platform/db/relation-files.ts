import type { PGlite } from '@electric-sql/pglite'

/**
 * Relations whose file is missing, and those whose file is empty although it never is: indexes and sequences begin with a page
 * of their own, and these catalogues have rows from the start.
 */
const damagedRelations = `
  select path, size from (
    select relkind, relname, relnamespace, pg_relation_filepath(oid) as path, (pg_stat_file(pg_relation_filepath(oid), true)).size as size
    from pg_class where relkind in ('r', 'i', 'S', 't', 'm') and relpersistence <> 't'
  ) as relation
  where size is null or size = 0 and (
    relkind in ('i', 'S') or relnamespace = 'pg_catalog'::regnamespace and relname in (
      'pg_am', 'pg_amop', 'pg_amproc', 'pg_attribute', 'pg_authid', 'pg_cast', 'pg_class', 'pg_collation', 'pg_constraint', 'pg_database',
      'pg_index', 'pg_namespace', 'pg_opclass', 'pg_operator', 'pg_opfamily', 'pg_proc', 'pg_tablespace', 'pg_type'))
  order by path limit 1`

/**
 * PostgreSQL opens a file when it is asked for it, so a lost table would show as an error much later.
 * @throws Error that names the file
 */
export async function assertRelationFiles(pglite: PGlite): Promise<void> {
  const { rows } = await pglite.query<{ path: string; size: number | null }>(damagedRelations)
  const [damaged] = rows
  if (damaged) throw new Error(`db/${damaged.path} is ${damaged.size === null ? 'missing' : 'empty'}`)
}
