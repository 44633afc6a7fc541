/* What somebody said about players: whether videos begin by themselves, and whether a platform's player may load. It belongs to
   the account and holds on all its devices; without one it is kept in this browser. A yes for once is of this visit alone. */
import { create } from 'zustand'
import { platform } from '#contract/links.ts'
import { defaultPlayerSettings, playerSettings, type PlayerConsent, type PlayerSettings } from '#contract/players.ts'
import { keep, recall } from '#web/platform/local-memory.ts'
import type { PlayerPlatform } from './embed-address.ts'

export type PlayersSettings = {
  /** Whose settings these are: an account's (`true`), or this browser's. */
  isOfAccount: boolean
  settings: PlayerSettings
  /** Said yes for this visit. */
  allowed: Readonly<Record<PlayerPlatform, boolean>>
  /** Yes, until the page is left. */
  allowOnce(platform: PlayerPlatform): void
  /** What the account says; null: nothing yet, so what this browser was told holds until then. */
  adopt(ofAccount: PlayerSettings | null): void
  /** Nobody is signed in any more. */
  leaveAccount(): void
  /** Shows a change. What is not of an account is kept in this browser. */
  change(change: Partial<PlayerSettings>): void
}

const NAME = 'players'
const nobody = { spotify: false, youtube: false, tiktok: false, instagram: false, facebook: false }

export const usePlayersSettings = create<PlayersSettings>()((set, get) => ({
  isOfAccount: false,
  settings: ofBrowser(),
  allowed: nobody,
  allowOnce: (which) => set(({ allowed }) => ({ allowed: { ...allowed, [which]: true } })),
  adopt: (ofAccount) => set({ isOfAccount: true, settings: ofAccount ?? ofBrowser() }),
  leaveAccount: () => set({ isOfAccount: false, settings: ofBrowser(), allowed: nobody }),
  change(change) {
    const settings = { ...get().settings, ...change }
    // Another word on a platform ends the yes for once.
    const said = platform.options.filter((name) => change[name] !== undefined)
    set(({ allowed }) => ({ settings, allowed: { ...allowed, ...Object.fromEntries(said.map((name) => [name, false])) } }))
    if (!get().isOfAccount) keep(NAME, JSON.stringify(settings))
  },
}))

/** Whether that platform's player may load now. */
export function mayLoad({ settings, allowed }: Pick<PlayersSettings, 'settings' | 'allowed'>, which: PlayerPlatform): boolean {
  const consent: PlayerConsent = settings[which]
  return consent === 'always' || (consent === 'ask' && allowed[which])
}

/** What this browser has kept; anything that is not understood is asked anew. */
function ofBrowser(): PlayerSettings {
  const found = playerSettings.safeParse(parsed(recall(NAME)))
  return found.success ? found.data : defaultPlayerSettings
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    // Written by hand or by another version.
    return null
  }
}
