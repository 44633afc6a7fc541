/* What this browser has been told about players: whether videos begin by themselves, and whether a platform's player may load.
   It belongs to the browser and not to the account: consent is given on the device that speaks to the platform. */
import { create } from 'zustand'
import { keep, recall } from '#web/platform/local-memory.ts'
import type { PlayerPlatform } from './embed-address.ts'

/** `ask`: before the first player of a visit. */
export type Consent = 'ask' | 'always' | 'never'

export type PlayersSettings = {
  autoplay: boolean
  consent: Readonly<Record<PlayerPlatform, Consent>>
  /** Said yes for this visit. */
  allowed: Readonly<Record<PlayerPlatform, boolean>>
  setAutoplay(autoplay: boolean): void
  setConsent(platform: PlayerPlatform, consent: Consent): void
  /** Yes, until the page is left. */
  allowOnce(platform: PlayerPlatform): void
}

const NAME = 'players'

export const usePlayersSettings = create<PlayersSettings>()((set, get) => ({
  ...kept(),
  allowed: { spotify: false, youtube: false },
  setAutoplay(autoplay) {
    set({ autoplay })
    save(get())
  },
  setConsent(platform, consent) {
    set(({ consent: before, allowed }) => ({ consent: { ...before, [platform]: consent }, allowed: { ...allowed, [platform]: false } }))
    save(get())
  },
  allowOnce: (platform) => set(({ allowed }) => ({ allowed: { ...allowed, [platform]: true } })),
}))

/** Whether that platform's player may load now. */
export function mayLoad({ consent, allowed }: Pick<PlayersSettings, 'consent' | 'allowed'>, platform: PlayerPlatform): boolean {
  return consent[platform] === 'always' || (consent[platform] === 'ask' && allowed[platform])
}

function save({ autoplay, consent }: PlayersSettings): void {
  keep(NAME, JSON.stringify({ autoplay, consent }))
}

/** What an earlier visit has kept; anything that is not understood is asked anew. */
function kept(): Pick<PlayersSettings, 'autoplay' | 'consent'> {
  const found = parsed(recall(NAME))
  return { autoplay: found['autoplay'] !== false, consent: { spotify: consentOf(found, 'spotify'), youtube: consentOf(found, 'youtube') } }
}

function consentOf(found: Record<string, unknown>, platform: PlayerPlatform): Consent {
  const { consent } = found
  const value =
    typeof consent === 'object' && consent !== null ? Object.entries(consent).find(([name]) => name === platform)?.[1] : undefined
  return value === 'always' || value === 'never' ? value : 'ask'
}

function parsed(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    // Written by hand or by another version.
    return {}
  }
}
