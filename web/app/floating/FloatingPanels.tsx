import { useEffect, useState } from 'react'
import { useMyUid } from '#web/features/identity/auth.store.ts'
import { ArtistPlayer } from '#web/features/media/players/ArtistPlayer.tsx'
import { ChannelPreview } from '#web/features/media/players/ChannelPreview.tsx'
import { useCollections } from '#web/features/media/items/collections.store.ts'
import { useMusicPlayer } from '#web/features/media/players/music-player.store.ts'
import { MiniPlayer } from '#web/features/media/mini-player/MiniPlayer.tsx'
import { useNowPlaying } from '#web/features/media/players/now-playing.store.ts'
import { closePanels } from '#web/features/media/items/play.ts'
import { useVideoPlayer } from '#web/features/media/players/video-player.store.ts'
import { lazyPart } from '#web/platform/lazy-component.ts'
import { useIsNarrow } from '#web/ui/use-is-narrow.ts'
import { stopAll } from '#web/platform/stop-all.ts'

/** Loads its code and the composer's when the user replies. */
const Reply = lazyPart(async () => (await import('./ReplyToVideo.tsx')).ReplyToVideo)

type Panel = 'music' | 'video'

/** The open panels and the mini player. Connects the media players with the chat's composer. */
export function FloatingPanels() {
  const isMusic = useMusicPlayer((state) => !state.close)
  const isVideo = useVideoPlayer((state) => !state.close)
  const uid = useMyUid()
  const { top, raise } = useTopPanel()
  useCloseOnUserChange(uid)
  useOnlyFoldedPanel()
  return (
    <>
      {isMusic && <ArtistPlayer isOnTop={top === 'music'} onTouch={() => raise('music')} />}
      <MiniPlayer isPanelOpen={isMusic || isVideo} />
      {isVideo && <ChannelPreview isOnTop={top === 'video'} onTouch={() => raise('video')} Reply={uid === null ? null : Reply} />}
    </>
  )
}

/** The panel on top: the one that was opened or pressed last. Phones show only that one. */
function useTopPanel(): { top: Panel; raise: (panel: Panel) => void } {
  const [top, raise] = useState<Panel>(() => (useVideoPlayer.getState().close ? 'music' : 'video'))
  const isNarrow = useIsNarrow()
  useEffect(() => {
    const opened = (panel: Panel) => {
      raise(panel)
      if (!isNarrow) return
      if (panel === 'music') useVideoPlayer.getState().reset()
      else if (!useMusicPlayer.getState().close) useMusicPlayer.getState().toggle()
    }
    return stopAll([
      useMusicPlayer.subscribe(
        (now, before) =>
          !now.close && (before.close || now.artistId !== before.artistId || now.songId !== before.songId) && opened('music'),
      ),
      useCollections.subscribe((now, before) => now.music !== null && now.music !== before.music && opened('music')),
      useVideoPlayer.subscribe((now, before) => !now.close && (before.close || now.channelId !== before.channelId) && opened('video')),
    ])
  }, [isNarrow])
  useEffect(() => {
    const { close } = useMusicPlayer.getState()
    if (!isNarrow || close || useVideoPlayer.getState().close) return
    if (top === 'music') useVideoPlayer.getState().reset()
    else useMusicPlayer.getState().toggle()
  }, [isNarrow, top])
  return { top, raise }
}

/** The mini player has room for one panel, so folding a panel closes the other. */
function useOnlyFoldedPanel(): void {
  const folded = useNowPlaying(({ isFolded, platform }) => (isFolded ? platform : null))
  useEffect(() => {
    if (folded === 'spotify') useVideoPlayer.getState().reset()
    if (folded === 'youtube' && !useMusicPlayer.getState().close) useMusicPlayer.getState().toggle()
  }, [folded])
}

/** Closes the panels when the user changes. */
function useCloseOnUserChange(uid: string | null): void {
  const [first] = useState(uid)
  useEffect(() => {
    if (first !== null && uid !== first) closePanels()
  }, [first, uid])
}
