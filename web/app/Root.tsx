import { Suspense, useDeferredValue, useEffect, useRef, type ReactNode, Component } from 'react'
import { Navigate, useLocation, useRoutes, useNavigate } from 'react-router'
import { authStatusOf, useAuthStore, type AuthState, type AuthStatus } from '#web/features/identity/auth.store.ts'
import { wasSignedIn } from '#web/features/identity/session.ts'
import { onServerBack } from '#web/platform/connectivity.ts'
import { importWithRetry, lazyComponent, lazyPart } from '#web/platform/lazy-component.ts'
import { guardRoute, hasPage, preloadPage, requiresAuth } from './route-guard.ts'
import { useNative } from './native/use-native.ts'
import { ACCOUNT_SETUP, LOGIN, SIGN_UP } from '#web/features/identity/auth-paths.ts'
import { pageRoutes } from './routes.ts'
import { saveReturnPath } from '#web/features/identity/return-path.ts'
import { AppFrame } from './shell/AppFrame.tsx'
import { NavigationProgress } from './shell/NavigationProgress.tsx'
import { NoticeOutlet } from './shell/NoticeOutlet.tsx'
import { PageBoundary } from './shell/PageBoundary.tsx'
import { PublicFrame } from './shell/PublicFrame.tsx'
import { PageSkeleton, PendingPage } from '#web/features/identity/PendingPage.tsx'
import { useMusicPlayer } from '#web/features/media/players/music-player.store.ts'
import { useVideoPlayer } from '#web/features/media/players/video-player.store.ts'
import { useSaveDialog } from '#web/features/media/folders/save-dialog.store.ts'
import { useCloseOnBack } from './use-close-on-back.ts'
import { useTogetherDialog } from '#web/features/media/together/together-dialog.store.ts'
import { useNowPlaying } from '#web/features/media/players/now-playing.store.ts'
import { i18n } from '#web/platform/i18n.ts'
import { logger } from '#web/platform/log.ts'
import { notify } from '#web/platform/notices.ts'
import { useOpenSession } from '#web/features/together/open-session.store.ts'
import { returnPath } from '#contract/base/return-path.ts'

const routes = pageRoutes.map(({ path, Page }) => ({ path, element: <Page /> }))

/** Chooses the frame around the page from the auth status, and renders what the route guard decides. */
export function Root() {
  const auth = useAuthStore()
  const location = useLocation()
  useScrollAndFocusOnNavigation()
  useLive()
  useNative()
  const decision = guardRoute(location.pathname, auth)
  usePreload(decision === 'wait' ? location.pathname : null)
  // A deferred render is interruptible; a store update would render the whole page in one task.
  const isDrawn = useDeferredValue(decision === 'show')
  if (!ALWAYS_OPEN.has(location.pathname)) {
    if (auth.isSuspended) return <Instead page={<SuspendedPage />} />
    if (auth.mustAcceptTerms) return <Instead page={<AcceptTermsPage />} />
  }
  return (
    <>
      <NavigationProgress />
      <Frame authStatus={authStatusOf(auth)} isWaiting={mustWait(auth)} pathname={location.pathname}>
        {decision === 'show' && isDrawn && <PageOutlet />}
        {(decision === 'wait' || (decision === 'show' && !isDrawn)) && <PendingPage />}
      </Frame>
      {typeof decision === 'object' && <AuthRedirect to={decision.redirectTo} />}
      {!mustWait(auth) && <Floating />}
      <NoticeOutlet />
    </>
  )
}

/** An address that only the last route takes. */
const NOWHERE = '/nowhere'

const SuspendedPage = lazyComponent(async () => (await import('#web/pages/suspended/SuspendedPage.tsx')).SuspendedPage)

const AcceptTermsPage = lazyComponent(async () => (await import('#web/pages/legal/AcceptTermsPage.tsx')).AcceptTermsPage)

/** Pages that suspended users can open, even before the terms are accepted. */
const ALWAYS_OPEN = new Set(['/privacy-policy', '/terms-of-service', '/unsubscribe'])

/** Replaces every other page. */
function Instead({ page }: { page: ReactNode }) {
  return (
    <>
      <Setup>
        <Suspense fallback={<PageSkeleton />}>{page}</Suspense>
      </Setup>
      <NoticeOutlet />
    </>
  )
}

const SetupFrame = lazyComponent<{ children: ReactNode }>(async () => (await import('./shell/SetupFrame.tsx')).SetupFrame)

function Setup({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <PageBoundary resetBy={pathname}>
      <Suspense fallback={<FrameSkeleton />}>
        <SetupFrame>{children}</SetupFrame>
      </Suspense>
    </PageBoundary>
  )
}

function FrameSkeleton() {
  return (
    <div className="wl-public">
      <main className="wl-public-main">
        <PageSkeleton />
      </main>
    </div>
  )
}

function PageOutlet() {
  const location = useLocation()
  const { pathname } = location
  // Ids of an invalid format would otherwise reach pages and their state as keys. The page of invitations has a way on for them.
  const page = useRoutes(routes, hasPage(pathname) || pathname.startsWith('/invite/') ? undefined : NOWHERE)
  // The router ignores case, but ids in pages and their state are lowercase.
  const lowercase = pathname.toLowerCase()
  if (hasPage(pathname) && lowercase !== pathname)
    return <Navigate to={{ ...location, pathname: lowercase }} state={location.state} replace />
  return (
    <PageBoundary resetBy={pathname}>
      <Suspense fallback={<PageSkeleton />}>{page}</Suspense>
    </PageBoundary>
  )
}

function AuthRedirect({ to }: { to: string }) {
  const location = useLocation()
  useEffect(() => {
    // A public page needs no return path.
    if (requiresAuth(location.pathname)) saveReturnPath(location)
  }, [location])
  return <Navigate to={to} replace />
}

/** Whether the user can't use the app now: they are suspended, or must accept the terms first. */
const mustWait = ({ isSuspended, mustAcceptTerms }: Pick<AuthState, 'isSuspended' | 'mustAcceptTerms'>): boolean =>
  isSuspended || mustAcceptTerms

type FrameProps = { authStatus: AuthStatus; isWaiting: boolean; pathname: string; children: ReactNode }

function Frame({ authStatus, isWaiting, pathname, children }: FrameProps) {
  if (pathname === ACCOUNT_SETUP || authStatus === 'no_profile' || isWaiting) return <Setup>{children}</Setup>
  // Keeps the public frame after a sign-in until the next page is loaded.
  if (pathname === LOGIN || pathname === SIGN_UP) return <PublicFrame>{children}</PublicFrame>
  const isIn = authStatus === 'ready' || authStatus === 'checking' || (authStatus === 'unknown' && wasSignedIn())
  return isIn ? <AppFrame>{children}</AppFrame> : <PublicFrame>{children}</PublicFrame>
}

/** Loads the page's code while the app waits for the auth state. */
function usePreload(pathname: string | null): void {
  useEffect(() => {
    if (pathname !== null) preloadPage(pathname)
  }, [pathname])
}

/** Scrolls to the top-left and focuses the page on every navigation except layer changes. */
function useScrollAndFocusOnNavigation(): void {
  const location = useLocation()
  const last = useRef(location)
  useEffect(() => {
    // Otherwise the browser restores the previous position after back and forward.
    history.scrollRestoration = 'manual'
  }, [])
  useEffect(() => {
    const from = last.current
    last.current = location
    if (from.key === location.key || isLayerChange(from, location)) return
    window.scrollTo({ left: 0, top: 0, behavior: 'instant' })
    if (from.pathname !== location.pathname) document.querySelector('main')?.focus({ preventScroll: true })
  }, [location])
}

/* Mounts the players beside the pages, so that playback continues during navigation. Their code loads with the first press of a play
   button, or where a queue was stored. */

const log = logger('panels')
const SaveDialog = lazyPart(async () => (await import('#web/features/media/folders/SaveDialog.tsx')).SaveDialog)
const FloatingPanels = lazyPart(async () => (await import('./floating/FloatingPanels.tsx')).FloatingPanels)
const TogetherDialog = lazyPart(async () => (await import('#web/features/chat/share/TogetherDialog.tsx')).TogetherDialog)
const SharedPlayer = lazyPart(async () => (await import('#web/features/together/SharedPlayer.tsx')).SharedPlayer)
const VoiceBar = lazyPart(async () => (await import('#web/features/chat/voice/VoiceBar.tsx')).VoiceBar)

/** The players, and the dialogs that save to a folder and start a shared session. */
function Floating() {
  const isSaving = useSaveDialog(({ saving }) => saving !== null)
  const isStarting = useTogetherDialog(({ starting }) => starting !== null)
  useCloseOnBack(() => {
    useSaveDialog.getState().close()
    useTogetherDialog.setState({ starting: null, others: [] })
  })
  return (
    <>
      <Players />
      {isSaving && <SaveDialog />}
      {isStarting && <TogetherDialog />}
    </>
  )
}

/**
 * The floating artist player and channel preview (spec, section 2), the mini player into which they fold, the shared player, and a voice
 * message that plays on.
 */
function Players() {
  const isMusic = useMusicPlayer((state) => !state.close)
  const isVideo = useVideoPlayer((state) => !state.close)
  const hasQueue = useNowPlaying((now) => now.hasQueue)
  const isTogether = useOpenSession((open) => open.chatId !== null)
  const hasVoice = useNowPlaying((now) => now.hasVoice)
  return (
    <PanelsBoundary>
      {(isMusic || isVideo || hasQueue) && <FloatingPanels />}
      {isTogether && <SharedPlayer />}
      {hasVoice && <VoiceBar />}
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

/* Navigation scrolls to the top-left (spec, section 2). Opening a layer over a page (a moment with comments, `?post=id`) is no
   navigation: the page below keeps its scroll position. */

/** Search parameters that open a layer over the current page. */
export const LAYER_PARAMS: readonly string[] = ['post']

type Place = { pathname: string; search: string }

/** Whether a navigation only opens or closes a layer. */
export function isLayerChange(from: Place, to: Place): boolean {
  return from.pathname === to.pathname && from.search !== to.search && withoutLayers(from.search) === withoutLayers(to.search)
}

function withoutLayers(search: string): string {
  const params = new URLSearchParams(search)
  for (const name of LAYER_PARAMS) params.delete(name)
  params.sort()
  return params.toString()
}

const liveLog = logger('live')

/** Runs the live features while the same user is signed in and has a profile. Their code loads after the first page. */
function useLive(): void {
  const navigate = useNavigate()
  const person = useAuthStore((state) => (authStatusOf(state) === 'ready' && !mustWait(state) ? state.uid : null))
  useEffect(() => {
    if (person === null) return undefined
    let isOver = false
    let stop: (() => unknown) | null = null
    const begin = async () => {
      stop?.()
      try {
        const { startLive } = await importWithRetry(() => import('./live.ts'))
        // Paths come from pushes and notices.
        const open = (path: string) => void navigate(returnPath(path) ?? '/notifications')
        if (!isOver) stop = startLive({ me: person, open })
      } catch (error) {
        // Pages work without it and load on demand.
        liveLog.error('live features failed to start', { why: String(error) })
        if (!isOver) stop = onServerBack(() => void begin())
      }
    }
    void begin()
    return () => {
      isOver = true
      stop?.()
    }
    // `navigate` changes with every address; live features must not restart for that, and an absolute path needs no location.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies, react-hooks/exhaustive-deps
  }, [person])
}
