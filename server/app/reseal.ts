import { sealedEvidence } from '#server/features/moderation/evidence.ts'
import { sealedPushKey, sealedSubscriptions } from '#server/features/notifications/push.service.ts'
import { sealedTokens } from '#server/features/sources/sources.access.ts'
import type { Identity } from '#server/features/identity/identity.service.ts'
import { sealedByLibrary } from '#server/features/identity/provider/sealed-by-library.ts'
import { resealColumn } from '#server/platform/crypto/sealed-columns.ts'
import type { CoreServices } from './core-services.ts'

/** Verifiers of authorizations (`oauth_states`) and links in emails are not sealed again: they are short-lived. */
const sealedColumns = [sealedTokens, sealedPushKey, sealedSubscriptions, sealedEvidence]

/** After a change of the secret, seals everything that is stored for long with the new one, so that the old one can be removed. */
export async function resealStored({ config, db, secrets, logs }: CoreServices, identity: Identity): Promise<void> {
  if (config.previousSecrets.length === 0) return
  const log = logs('db')
  for (const column of sealedColumns) await resealColumn({ db, resealer: secrets, log }, column)
  const resealer = identity.resealer(config.previousSecrets)
  for (const column of sealedByLibrary) await resealColumn({ db, resealer, log }, column)
}
