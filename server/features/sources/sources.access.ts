import { setTimeout as wait } from 'node:timers/promises'
import type { Uid } from '#contract/base/ids.ts'
import type { ConnectableSource } from '#contract/taste/taste.ts'
import type { Clock } from '#server/platform/clock.ts'
import { ProviderError } from '#server/providers/provider-error.ts'
import type { ProviderTokens, TasteProvider } from '#server/providers/provider.ts'
import type { SealedColumn } from '#server/platform/crypto/sealed-columns.ts'
import type { Secrets } from '#server/platform/crypto/sealed-secrets.ts'
import type { TokensStore } from './sources.store.ts'

/** A token that expires within this time is renewed before it is used. */
const RENEW_BEFORE_MS = 60_000
/** Longer than the timeout of a provider call: a process with a lease older than this has stopped. */
const LEASE_MS = 15_000
const POLL_MS = 250

type TokenPair = { access: string; refresh: string | null }
type StoredTokens = TokenPair & { sealed: string; expiresAt: Date }

export type AccessDeps = {
  store: TokensStore
  secrets: Secrets
  clock: Clock
  /** Waits for another process, in milliseconds. */
  pause?: (ms: number) => Promise<unknown>
}

/**
 * The only place that sees provider tokens in plain text. Seals them for the store and renews each once: callers in
 * this process share the renewal, and a lease in the store selects one process. Presenting a refresh token twice may
 * end the authorization.
 */
export function createAccess({ store, secrets, clock, pause = wait }: AccessDeps) {
  const renewing = new Map<string, Promise<StoredTokens>>()

  const seal = (uid: Uid, source: ConnectableSource, pair: TokenPair) => secrets.seal(JSON.stringify(pair), context(uid, source))
  function open(uid: Uid, source: ConnectableSource, sealed: string): TokenPair | null {
    const text = secrets.open(sealed, context(uid, source))
    if (text === null) return null
    // Only text sealed above can be opened.
    const pair: TokenPair = JSON.parse(text)
    return pair
  }

  async function current(uid: Uid, source: ConnectableSource): Promise<StoredTokens> {
    const row = await store.find({ uid, source })
    const pair = row?.tokens ? open(uid, source, row.tokens) : null
    if (!row?.tokens || !pair) throw new ProviderError('reconnect', 'there are no tokens', { source })
    return { ...pair, sealed: row.tokens, expiresAt: row.accessExpiresAt ?? new Date(0) }
  }

  /** Renews `old` unless another caller already did. */
  function renew(provider: TasteProvider, uid: Uid, old: StoredTokens): Promise<StoredTokens> {
    const key = context(uid, provider.source)
    const running = renewing.get(key)
    if (running) return running
    const renewal = renewWithLease(provider, uid, old).finally(() => renewing.delete(key))
    renewing.set(key, renewal)
    return renewal
  }

  async function renewWithLease(provider: TasteProvider, uid: Uid, old: StoredTokens): Promise<StoredTokens> {
    const key = { uid, source: provider.source }
    for (let waitedMs = 0; ; waitedMs += POLL_MS) {
      const now = await current(uid, provider.source)
      if (now.sealed !== old.sealed) return now
      const until = new Date(clock.now().getTime() + LEASE_MS)
      if (await store.lease(key, now.sealed, until, clock.now())) return renewAndStore(provider, uid, now)
      // A crashed holder's lease expires within this time.
      if (waitedMs > LEASE_MS)
        throw new ProviderError('unavailable', 'another process has not finished renewing the tokens', { source: key.source })
      await pause(POLL_MS)
    }
  }

  async function renewAndStore(provider: TasteProvider, uid: Uid, now: StoredTokens): Promise<StoredTokens> {
    const { source } = provider
    const key = { uid, source }
    try {
      if (now.refresh === null) throw new ProviderError('reconnect', 'there is no refresh token', { source })
      const fresh = await provider.refresh(now.refresh)
      const pair = { access: fresh.accessToken, refresh: fresh.refreshToken ?? now.refresh }
      const sealed = seal(uid, source, pair)
      if (await store.replace(key, now.sealed, sealed, fresh.accessExpiresAt)) return { ...pair, sealed, expiresAt: fresh.accessExpiresAt }
      return await current(uid, source)
    } catch (error) {
      await store.release(key, now.sealed)
      // Another process may have renewed the tokens after this lease expired.
      const later = await current(uid, source)
      if (later.sealed !== now.sealed) return later
      throw error
    }
  }

  return {
    sealed: (uid: Uid, source: ConnectableSource, { accessToken, refreshToken }: ProviderTokens) =>
      seal(uid, source, { access: accessToken, refresh: refreshToken }),

    /**
     * Calls `use` with a valid access token. Renews a rejected one and tries once more.
     * @throws ProviderError 'reconnect' when the user has to connect again
     */
    async withToken<T>(provider: TasteProvider, uid: Uid, use: (accessToken: string) => Promise<T>): Promise<T> {
      let token = await current(uid, provider.source)
      if (token.expiresAt.getTime() - RENEW_BEFORE_MS <= clock.now().getTime()) token = await renew(provider, uid, token)
      try {
        return await use(token.access)
      } catch (error) {
        if (!(error instanceof ProviderError) || error.kind !== 'reconnect') throw error
        return use((await renew(provider, uid, token)).access)
      }
    },

    /** Returns the token whose revocation ends the authorization. */
    revocable(uid: Uid, source: ConnectableSource, sealed: string): string | null {
      const pair = open(uid, source, sealed)
      return pair && (pair.refresh ?? pair.access)
    },
  }
}

const context = (uid: string, source: string) => `tokens ${uid} ${source}`
export type Access = ReturnType<typeof createAccess>

export const sealedTokens: SealedColumn<'uid' | 'source'> = {
  table: 'taste_sources',
  column: 'tokens_encrypted',
  key: ['uid', 'source'],
  contextOf: ({ uid, source }) => context(uid, source),
}
