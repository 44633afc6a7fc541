import * as z from 'zod/mini'
import { defineCall } from './base/call.ts'

/** Whether a platform's player may load; `ask` asks before the first one of a visit. */
export const playerConsents = ['ask', 'always', 'never'] as const
export const playerConsent = z.enum(playerConsents)
export type PlayerConsent = z.output<typeof playerConsent>

/** The platforms that can play a track. */
export const playPlatforms = ['spotify', 'youtube'] as const
export const playPlatform = z.enum(playPlatforms)
export type PlayPlatform = z.output<typeof playPlatform>

/** Where items that exist on both platforms play; `auto`: where the user has an account. */
export const playOns = ['auto', ...playPlatforms] as const
export const playOn = z.enum(playOns)
export type PlayOn = z.output<typeof playOn>

/** Player settings of a user, on all their devices. */
export const playerSettings = z.object({
  /** The selected video of a channel plays automatically. */
  autoplay: z.boolean(),
  play_on: playOn,
  spotify: playerConsent,
  youtube: playerConsent,
  tiktok: playerConsent,
  instagram: playerConsent,
  facebook: playerConsent,
})
export type PlayerSettings = z.output<typeof playerSettings>

export const defaultPlayerSettings: PlayerSettings = {
  autoplay: true,
  play_on: 'auto',
  spotify: 'ask',
  youtube: 'ask',
  tiktok: 'ask',
  instagram: 'ask',
  facebook: 'ask',
}

export const playerCalls = {
  getPlayerSettings: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/settings/players',
    summary: 'The viewer’s player settings; null until they change any',
    response: z.object({ settings: z.nullable(playerSettings) }),
  }),
  getPreferredPlatform: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/settings/players/platform',
    summary: 'Where items on both platforms play for the viewer, by setting and connected accounts; null if neither decides',
    response: z.object({ platform: z.nullable(playPlatform) }),
  }),
  changePlayerSettings: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/settings/players',
    summary: 'Change player settings; omitted ones stay the same',
    body: z.partial(playerSettings),
    response: playerSettings,
  }),
}
