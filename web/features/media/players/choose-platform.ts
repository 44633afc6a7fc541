/* Where an item that exists on both platforms plays. */
import { playerCalls, type PlayPlatform } from '#contract/players.ts'
import { useAuthStore } from '#web/features/identity/auth.store.ts'
import { i18n } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notices.ts'
import { callQuery, queryClient } from '#web/platform/query.ts'
import type { Artist, Channel, Song, Video } from '../items/playable.ts'
import { usePlayersSettings } from './players.settings.ts'

type Choosable = Song | Video | Artist | Channel

const platformOf = ({ kind }: Pick<Choosable, 'kind'>): PlayPlatform => (kind === 'song' || kind === 'artist' ? 'spotify' : 'youtube')

/** The item on the platform that the user prefers. A guess is announced as one. */
export async function choosePlatform(item: Song | Video): Promise<Song | Video>
export async function choosePlatform(item: Choosable): Promise<Choosable>
export async function choosePlatform(choosable: Choosable): Promise<Choosable> {
  const { elsewhere, ...here } = choosable
  // Without a choice there is nothing to load.
  if (!elsewhere) return here
  if ((await preferredPlatform()) !== platformOf(elsewhere.playable)) return here
  if (elsewhere.isGuess) announceGuess(elsewhere.playable, 'name' in elsewhere ? elsewhere.name : elsewhere.playable.title)
  return elsewhere.playable
}

/** By the user's setting and accounts; null if neither decides, or while the server can't be reached. */
export async function preferredPlatform(): Promise<PlayPlatform | null> {
  if (useAuthStore.getState().uid === null) {
    const { play_on: playOn } = usePlayersSettings.getState().settings
    return playOn === 'auto' ? null : playOn
  }
  try {
    const query = callQuery(playerCalls.getPreferredPlatform, {}, { staleMs: 5 * 60_000 })
    return (await queryClient.fetchQuery({ ...query, retry: false })).platform
  } catch {
    // The item plays on its own platform.
    return null
  }
}

function announceGuess(choosable: Pick<Choosable, 'kind'>, title: string): void {
  const values = { title, platform: platformOf(choosable) === 'spotify' ? 'Spotify' : 'YouTube' }
  notify(
    'neutral',
    i18n._({ id: 'player.guess', message: 'Playing {title} on {platform}. It’s probably the same, going by its name.', values }),
    { about: 'queue' },
  )
}
