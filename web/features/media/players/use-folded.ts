import { useNowPlaying, type PlayerPlatform } from './now-playing.store.ts'
import { mayLoad, usePlayersSettings } from './players.settings.ts'

/** Whether a panel is folded into the mini player. A question about consent is never folded away. */
export function useFolded(platform: PlayerPlatform): { isFolded: boolean; fold: (isFolded: boolean, platform?: PlayerPlatform) => void } {
  const { isFolded, fold } = useNowPlaying()
  const mayPlay = usePlayersSettings((settings) => mayLoad(settings, platform))
  return { isFolded: isFolded && mayPlay, fold }
}
