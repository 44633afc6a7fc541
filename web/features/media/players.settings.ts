/* What somebody said about players: whether videos begin by themselves, and whether a platform's player may load. It belongs to
   the account and holds on all its devices; without one it is kept in this browser. A yes for once is of this visit alone. */
import { create } from 'zustand'
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
const nobody = { spotify: false, youtube: false }

export const usePlayersSettings = create<PlayersSettings>()((set, get) => ({
  isOfAccount: false,
  settings: ofBrowser(),
  allowed: nobody,
  allowOnce: (platform) => set(({ allowed }) => ({ allowed: { ...allowed, [platform]: true } })),
  adopt: (ofAccount) => set({ isOfAccount: true, settings: ofAccount ?? ofBrowser() }),
  leaveAccount: () => set({ isOfAccount: false, settings: ofBrowser(), allowed: nobody }),
  change(change) {
    const settings = { ...get().settings, ...change }
    // Another word on a platform ends the yes for once.
    const said = (['spotify', 'youtube'] as const).filter((platform) => change[platform] !== undefined)
    set(({ allowed }) => ({ settings, allowed: { ...allowed, ...Object.fromEntries(said.map((platform) => [platform, false])) } }))
    if (!get().isOfAccount) keep(NAME, JSON.stringify(settings))
  },
}))

/** Whether that platform's player may load now. */
export function mayLoad({ settings, allowed }: Pick<PlayersSettings, 'settings' | 'allowed'>, platform: PlayerPlatform): boolean {
  const consent: PlayerConsent = settings[platform]
  return consent === 'always' || (consent === 'ask' && allowed[platform])
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
