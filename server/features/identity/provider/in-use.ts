import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'

/** Whether users or signing keys exist: both depend on the installation's secret. */
export async function isSecretInUse(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is_in_use: boolean }>`
    select exists (select from people) or exists (select from identity.jwks) as is_in_use
  `.execute(db)
  return rows[0]?.is_in_use === true
}
