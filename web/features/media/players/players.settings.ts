/* Player settings: autoplay, and consent per platform. They belong to the account and apply on all devices; without an account they
   are stored in this browser. One-time consent lasts for this visit. */
import { create } from 'zustand'
import { platforms } from '#contract/links/links.ts'
import { defaultPlayerSettings, playerConsents, playOns, type PlayerConsent, type PlayerSettings } from '#contract/players.ts'
import { writeStored, readStored } from '#web/platform/storage/browser-storage.ts'
import type { PlayerPlatform } from './embed-address.ts'

export type PlayersSettings = {
  /** Whether these settings belong to an account (`true`), or to this browser. */
  isOfAccount: boolean
  settings: PlayerSettings
  /** One-time consent by platform. */
  allowed: Readonly<Record<PlayerPlatform, boolean>>
  /** Allows a platform until the page is closed. */
  allowOnce(platform: PlayerPlatform): void
  /** Applies the account's settings; null: none yet, so this browser's settings apply. */
  adopt(ofAccount: PlayerSettings | null): void
  /** Resets to this browser's settings after a sign-out. */
  leaveAccount(): void
  /** Applies a change. Without an account it is stored in this browser. */
  change(change: Partial<PlayerSettings>): void
}

const NAME = 'players'
const noConsent = { spotify: false, youtube: false, tiktok: false, instagram: false, facebook: false }

export const usePlayersSettings = create<PlayersSettings>()((set, get) => ({
  isOfAccount: false,
  settings: readStoredSettings(),
  allowed: noConsent,
  allowOnce: (which) => set(({ allowed }) => ({ allowed: { ...allowed, [which]: true } })),
  adopt: (ofAccount) => set({ isOfAccount: true, settings: ofAccount ?? readStoredSettings() }),
  leaveAccount: () => set({ isOfAccount: false, settings: readStoredSettings(), allowed: noConsent }),
  change(change) {
    const settings = { ...get().settings, ...change }
    // A new choice for a platform ends its one-time consent.
    const changed = platforms.filter((name) => change[name] !== undefined)
    set(({ allowed }) => ({ settings, allowed: { ...allowed, ...Object.fromEntries(changed.map((name) => [name, false])) } }))
    if (!get().isOfAccount) writeStored(NAME, JSON.stringify(settings))
  },
}))

export function mayLoad({ settings, allowed }: Pick<PlayersSettings, 'settings' | 'allowed'>, which: PlayerPlatform): boolean {
  const consent: PlayerConsent = settings[which]
  return consent === 'always' || (consent === 'ask' && allowed[which])
}

/** The valid settings stored in this browser. Settings of an earlier version lack newer fields. */
function readStoredSettings(): PlayerSettings {
  try {
    const stored = Object.entries(JSON.parse(readStored(NAME) ?? '{}') as object)
    return { ...defaultPlayerSettings, ...Object.fromEntries(stored.filter(([name, value]) => isValid(name, value))) }
  } catch {
    // Written by hand.
    return defaultPlayerSettings
  }
}

function isValid(name: string, value: unknown): boolean {
  if (name === 'autoplay') return typeof value === 'boolean'
  const allowed: readonly unknown[] = name === 'play_on' ? playOns : playerConsents
  return name in defaultPlayerSettings && allowed.includes(value)
}
