import { setTimeout as wait } from 'node:timers/promises'
import type { Uid } from '#contract/base/ids.ts'
import type { ConnectableSource } from '#contract/taste.ts'
import type { Clock } from '#server/platform/clock.ts'
import { ProviderError } from '#server/providers/provider-error.ts'
import type { ProviderTokens, TasteProvider } from '#server/providers/provider.ts'
import type { Secrets } from '#server/platform/crypto/sealed-secrets.ts'
import type { TokensStore } from './sources.tokens.store.ts'

/** A token that runs out within this is renewed before it is used. */
const SOON_MS = 60_000
/** Longer than a call to a provider may take: whoever holds the lease longer is gone. */
const LEASE_MS = 15_000
const LOOK_AGAIN_MS = 250

type Kept = { access: string; refresh: string | null }
type Current = Kept & { sealed: string; expiresAt: Date }

export type AccessDeps = {
  store: TokensStore
  secrets: Secrets
  clock: Clock
  /** Waits so many milliseconds for another process. */
  pause?: (ms: number) => Promise<unknown>
}

/**
 * The only place that sees provider tokens: seals them for the store, and renews them once for everybody who waits. Inside
 * a process those who come later share the renewal; between processes a lease in the store decides who asks the provider,
 * because a refresh token that is presented twice may end the whole authorisation. The others wait for what is stored.
 */
export function createAccess({ store, secrets, clock, pause = wait }: AccessDeps) {
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
    const renewal = renewInTurn(provider, uid, old).finally(() => renewing.delete(key))
    renewing.set(key, renewal)
    return renewal
  }

  async function renewInTurn(provider: TasteProvider, uid: Uid, old: Current): Promise<Current> {
    const key = { uid, source: provider.source }
    for (let waitedMs = 0; ; waitedMs += LOOK_AGAIN_MS) {
      const now = await current(uid, provider.source)
      if (now.sealed !== old.sealed) return now
      const until = new Date(clock.now().getTime() + LEASE_MS)
      if (await store.lease(key, now.sealed, until, clock.now())) return renewAlone(provider, uid, now)
      // Its holder may have died: after the lease is over it is taken, and long before a person has given up.
      if (waitedMs > LEASE_MS)
        throw new ProviderError('unavailable', 'another process renews the tokens and does not end', { source: key.source })
      await pause(LOOK_AGAIN_MS)
    }
  }

  async function renewAlone(provider: TasteProvider, uid: Uid, now: Current): Promise<Current> {
    const { source } = provider
    const key = { uid, source }
    try {
      if (now.refresh === null) throw new ProviderError('reconnect', 'there is no refresh token', { source })
      const fresh = await provider.refresh(now.refresh)
      const kept = { access: fresh.accessToken, refresh: fresh.refreshToken ?? now.refresh }
      const sealed = seal(uid, source, kept)
      if (await store.replace(key, now.sealed, sealed, fresh.accessExpiresAt)) return { ...kept, sealed, expiresAt: fresh.accessExpiresAt }
      return await current(uid, source)
    } catch (error) {
      await store.release(key, now.sealed)
      // A process whose lease ran out while it waited for the provider may have been overtaken.
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

    /** The same tokens under today's key; null when they can't be opened any more. */
    resealed(uid: Uid, source: ConnectableSource, sealed: string): string | null {
      const kept = read(uid, source, sealed)
      return kept && seal(uid, source, kept)
    },
  }
}

const context = (uid: Uid, source: ConnectableSource) => `tokens ${uid} ${source}`
export type Access = ReturnType<typeof createAccess>
