import { type AppLanguage, appLanguages } from '#contract/languages/languages.ts'
import type { Persona } from './pages.ts'

/** A screen in CSS pixels; `scale` device pixels make up one of them. */
type Device = { name: string; width: number; height: number; scale: number }
export type StorePicture = { device: Device; language: AppLanguage; path: string; to: string; persona: Persona | null }

/* The sizes that the stores require: Google Play Help, "Add preview assets"; App Store Connect Help, "Screenshot specifications". */
const DEVICES: readonly Device[] = [
  { name: 'play-phone', width: 360, height: 640, scale: 3 },
  { name: 'play-tablet', width: 1280, height: 800, scale: 1.5 },
  { name: 'app-store-iphone-6.9', width: 440, height: 956, scale: 3 },
  { name: 'app-store-ipad-13', width: 1032, height: 1376, scale: 2 },
]
/** Google Play's header above the pictures. */
const PLAY_FEATURE: Device = { name: 'play-feature', width: 1280, height: 625, scale: 0.8 }

/** All pictures for the stores: each page on each device in each language. */
export function storePictures({ uid, chatId, items }: { uid: string; chatId: string; items: readonly string[] }): StorePicture[] {
  const pages: [string, string][] = [
    ['1-match', `/view-connection/${uid}`],
    ['2-buddies', '/find_buddies'],
    ['3-chat', `/chat/${chatId}`],
    ['4-discover', '/discover_content'],
    ['5-moments', '/moments'],
    ['6-artist', items[0] ?? '/saved'],
  ]
  return appLanguages.flatMap((language) => [
    { device: PLAY_FEATURE, language, path: '/', to: `${language}-${PLAY_FEATURE.name}.png`, persona: null },
    ...DEVICES.flatMap((device) =>
      pages.map(([name, path]) => ({ device, language, path, to: `${language}-${device.name}-${name}.png`, persona: 'mira' as const })),
    ),
  ])
}
