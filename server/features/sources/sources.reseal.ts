import type { Log } from '#server/platform/observability/log.ts'
import type { Secrets } from '#server/platform/crypto/sealed-secrets.ts'
import type { Access } from './sources.access.ts'
import type { TokensStore } from './sources.tokens.store.ts'
import { isConnectable, type SourceKey, type SourceRow } from './sources.types.ts'

const AT_ONCE = 200

/**
 * After a change of the secret: seals all tokens under the key of today, so that the secrets of before can go. Tokens that
 * nothing opens any more stay as they are; their next use asks the person to connect again.
 */
export async function resealTokens({
  store,
  access,
  secrets,
  log,
}: {
  store: TokensStore
  access: Access
  secrets: Secrets
  log: Log
}): Promise<void> {
  let resealed = 0
  let lost = 0
  for (let after: SourceKey | null = null; ;) {
    const rows: SourceRow[] = await store.sealedOtherwise(secrets.prefix, AT_ONCE, after)
    for (const { uid, source, tokens } of rows) {
      const fresh = isConnectable(source) && tokens ? access.resealed(uid, source, tokens) : null
      if (fresh === null || tokens === null) lost++
      else if (await store.replace({ uid, source }, tokens, fresh)) resealed++
    }
    after = rows.at(-1) ?? null
    if (rows.length < AT_ONCE) break
  }
  if (resealed > 0 || lost > 0) log.info({ resealed, lost }, 'tokens were sealed under the new secret')
}
