/* Mounts the players beside the pages, so that playback continues during navigation. Their code loads with the first press of a play
   button, or where a queue was stored. */
import { Component, Suspense, type ReactNode } from 'react'
import { useMusicPlayer } from '#web/features/media/players/music-player.store.ts'
import { useVideoPlayer } from '#web/features/media/players/video-player.store.ts'
import { useSaveDialog } from '#web/features/media/folders/save-dialog.store.ts'
import { useTogetherDialog } from '#web/features/media/together/together-dialog.store.ts'
import { useNowPlaying } from '#web/features/media/players/now-playing.store.ts'
import { i18n } from '#web/platform/i18n.ts'
import { lazyComponent } from '#web/platform/lazy-component.ts'
import { logger } from '#web/platform/log.ts'
import { notify } from '#web/platform/notices.ts'
import { useOpenSession } from '#web/features/together/open-session.store.ts'

const log = logger('panels')
const SaveDialog = lazyComponent(async () => (await import('#web/features/media/folders/SaveDialog.tsx')).SaveDialog)
const FloatingPanels = lazyComponent(async () => (await import('./floating/FloatingPanels.tsx')).FloatingPanels)
const TogetherDialog = lazyComponent(async () => (await import('#web/features/chat/share/TogetherDialog.tsx')).TogetherDialog)
const SharedPlayer = lazyComponent(async () => (await import('#web/features/together/SharedPlayer.tsx')).SharedPlayer)

/** The players, and the dialogs that save to a folder and start a shared session. */
export function Floating() {
  const isSaving = useSaveDialog(({ saving }) => saving !== null)
  const isStarting = useTogetherDialog(({ starting }) => starting !== null)
  return (
    <>
      <Players />
      {isSaving && (
        <Suspense>
          <SaveDialog />
        </Suspense>
      )}
      {isStarting && (
        <Suspense>
          <TogetherDialog />
        </Suspense>
      )}
    </>
  )
}

/** The floating artist player and channel preview (spec, section 2), the mini player into which they fold, and the shared player. */
function Players() {
  const isMusic = useMusicPlayer((state) => !state.close)
  const isVideo = useVideoPlayer((state) => !state.close)
  const hasQueue = useNowPlaying((now) => now.hasQueue)
  const isTogether = useOpenSession((open) => open.chatId !== null)
  const hasPanels = isMusic || isVideo || hasQueue
  if (!hasPanels && !isTogether) return null
  return (
    <PanelsBoundary>
      {hasPanels && (
        <Suspense>
          <FloatingPanels />
        </Suspense>
      )}
      {isTogether && (
        <Suspense>
          <SharedPlayer />
        </Suspense>
      )}
    </PanelsBoundary>
  )
}

async function closePanels(): Promise<void> {
  const play = await import('#web/features/media/items/play.ts')
  play.closePanels()
}

/** A panel that fails to render or load must not break the page. */
class PanelsBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override componentDidCatch(error: unknown): void {
    log.error('panel crashed', { why: error instanceof Error ? error.message : String(error) })
    notify('error', i18n._({ id: 'player.broken', message: 'The player couldn’t be shown. Reload the page to try again.' }))
    void closePanels()
  }

  override render(): ReactNode {
    return this.state.isBroken ? null : this.props.children
  }
}
