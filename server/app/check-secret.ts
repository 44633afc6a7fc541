import { sql } from 'kysely'
import { StartRejected } from '#server/checks/checks.ts'
import { isSecretInUse } from '#server/features/identity/provider/in-use.ts'
import { createSecrets } from '#server/platform/crypto/sealed-secrets.ts'
import type { Db } from '#server/platform/db/database.ts'

/**
 * Checks that the secrets belong to the database: with others, the server would replace what it can't decrypt. The signing keys decide,
 * and the push key where there is none, as with Firebase.
 * @throws StartRejected when none of them can be decrypted
 */
export async function checkSecret(db: Db, secrets: { secret: string; previous: readonly string[] }): Promise<void> {
  if (!(await isSecretInUse(db))) return
  const signingKeys = await listTexts(db, 'identity.jwks', 'privateKey')
  const isRight = signingKeys.length > 0 ? await opensSigningKey(secrets, signingKeys) : await opensPushKey(db, secrets)
  if (isRight) return
  throw new StartRejected(
    'The data of this database was encrypted with another secret, so nothing was changed. Set SECRET to that secret, the same for all ' +
      'servers of one database. After a change of the secret, set SECRET_PREVIOUS to the one of before (docs/operating.md).',
  )
}

// The code of the app is imported late, so that it does not delay opening the database.

async function opensSigningKey({ secret, previous }: { secret: string; previous: readonly string[] }, keys: string[]): Promise<boolean> {
  const { createLibraryResealer, libraryKey } = await import('#server/features/identity/provider/sealed-by-library.ts')
  const resealer = createLibraryResealer({ secret: libraryKey(secret), previous: previous.map(libraryKey) })
  for (const key of keys) if ((await resealer.reseal(key, '')) !== null) return true
  return false
}

async function opensPushKey(db: Db, secrets: { secret: string; previous: readonly string[] }): Promise<boolean> {
  const { sealedPushKey } = await import('#server/features/notifications/push.service.ts')
  const keys = await listTexts(db, sealedPushKey.table, sealedPushKey.column)
  const { open } = createSecrets(secrets)
  return keys.length === 0 || keys.some((key) => open(key, sealedPushKey.contextOf({ id: '' })) !== null)
}

async function listTexts(db: Db, table: string, column: string): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`select ${sql.ref(column)} as text from ${sql.table(table)}`.execute(db)
  return rows.map(({ text }) => text)
}
