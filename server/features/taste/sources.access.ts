import type { Uid } from '#contract/ids.ts'
import type { ConnectableSource } from '#contract/taste.ts'
import type { Clock } from '../../platform/clock.ts'
import { ProviderError } from '../../providers/provider-error.ts'
import type { ProviderTokens, TasteProvider } from '../../providers/provider.ts'
import type { Secrets } from './secrets.ts'
import type { SourcesStore } from './sources.store.ts'

/** A token that runs out within this is renewed before it is used. */
const SOON_MS = 60_000

type Kept = { access: string; refresh: string | null }
type Current = Kept & { sealed: string; expiresAt: Date }

/**
 * The only place that sees provider tokens: seals them for the store, and renews them once for everybody who waits.
 * Between server processes the first who stores a renewed token wins; the other takes what the first one stored.
 */
export function createAccess({ store, secrets, clock }: { store: SourcesStore; secrets: Secrets; clock: Clock }) {
  const renewing = new Map<string, Promise<Current>>()

  const seal = (uid: Uid, source: ConnectableSource, kept: Kept) => secrets.seal(JSON.stringify(kept), context(uid, source))

  function read(uid: Uid, source: ConnectableSource, sealed: string): Kept | null {
    const text = secrets.open(sealed, context(uid, source))
    if (text === null) return null
    // Only `seal` above makes texts that open.
    const kept: Kept = JSON.parse(text)
    return kept
  }

  async function current(uid: Uid, source: ConnectableSource): Promise<Current> {
    const row = await store.find({ uid, source })
    const kept = row?.tokens ? read(uid, source, row.tokens) : null
    if (!row?.tokens || !kept) throw new ProviderError('reconnect', 'there are no tokens', { source })
    return { ...kept, sealed: row.tokens, expiresAt: row.accessExpiresAt ?? new Date(0) }
  }

  /** Renews `old` unless somebody did already. */
  function renew(provider: TasteProvider, uid: Uid, old: Current): Promise<Current> {
    const key = context(uid, provider.source)
    const running = renewing.get(key)
    if (running) return running
    const renewal = renewAlone(provider, uid, old).finally(() => renewing.delete(key))
    renewing.set(key, renewal)
    return renewal
  }

  async function renewAlone(provider: TasteProvider, uid: Uid, old: Current): Promise<Current> {
    const { source } = provider
    const now = await current(uid, source)
    if (now.sealed !== old.sealed) return now
    if (now.refresh === null) throw new ProviderError('reconnect', 'there is no refresh token', { source })
    try {
      const fresh = await provider.refresh(now.refresh)
      const kept = { access: fresh.accessToken, refresh: fresh.refreshToken ?? now.refresh }
      const sealed = seal(uid, source, kept)
      if (await store.replaceTokens({ uid, source }, now.sealed, sealed, fresh.accessExpiresAt))
        return { ...kept, sealed, expiresAt: fresh.accessExpiresAt }
      return await current(uid, source)
    } catch (error) {
      // Where refresh tokens work once only, another process may have been faster.
      const later = await current(uid, source)
      if (later.sealed !== now.sealed) return later
      throw error
    }
  }

  return {
    /** New tokens as the store keeps them. */
    sealed: (uid: Uid, source: ConnectableSource, { accessToken, refreshToken }: ProviderTokens) =>
      seal(uid, source, { access: accessToken, refresh: refreshToken }),

    /**
     * Calls `use` with a good access token; a refused one is renewed and tried once more.
     * @throws ProviderError 'reconnect' when only the person can help
     */
    async with<T>(provider: TasteProvider, uid: Uid, use: (accessToken: string) => Promise<T>): Promise<T> {
      let token = await current(uid, provider.source)
      if (token.expiresAt.getTime() - SOON_MS <= clock.now().getTime()) token = await renew(provider, uid, token)
      try {
        return await use(token.access)
      } catch (error) {
        if (!(error instanceof ProviderError) || error.kind !== 'reconnect') throw error
        return use((await renew(provider, uid, token)).access)
      }
    },

    /** The token that ends the authorisation when it is revoked, out of what the store kept. */
    revocable(uid: Uid, source: ConnectableSource, sealed: string): string | null {
      const kept = read(uid, source, sealed)
      return kept && (kept.refresh ?? kept.access)
    },
  }
}
const context = (uid: Uid, source: ConnectableSource) => `tokens ${uid} ${source}`

export type Access = ReturnType<typeof createAccess>
