/* Integrates the native app shell. Only loaded in the native app. */
import { App } from '@capacitor/app'
import { Browser } from '@capacitor/browser'
import { Keyboard } from '@capacitor/keyboard'
import { Share } from '@capacitor/share'
import { StatusBar, Style } from '@capacitor/status-bar'
import { MediaSession } from '@capgo/capacitor-media-session'
import { isPagePath } from '#contract/pages.ts'
import { logger } from '#web/platform/log.ts'
import { isRootLink, pathOfAppLink } from '#web/platform/app-link.ts'
import { startPhoneNotifications } from './phone-notifications.ts'
import './native.css'

const log = logger('native')
const SCHEME = 'data-mantine-color-scheme'

type Stop = () => void
type Listening = Promise<{ remove: () => Promise<void> }>

/** Connects the phone's events with the app. `open` navigates to a path. Returns a function that removes all listeners. */
export function startNative({ open }: { open: (path: string) => void }): Stop {
  installShare()
  installMediaSession()
  const stops = [
    followTheme(),
    startPhoneNotifications(),
    untilRemoved(App.addListener('appUrlOpen', ({ url }) => openLink(url, open))),
    untilRemoved(App.addListener('backButton', goBack)),
    ...followKeyboard(),
  ]
  return () => stops.forEach((stop) => stop())
}

function openLink(address: string, open: (path: string) => void): void {
  // Closes the system browser tab that a sign-in may have opened; on Android it has closed already.
  void ignore(Browser.close())
  const path = pathOfAppLink(address, location.host)
  if (path !== null && isPagePath(path.replace(/[?#].*/s, ''))) open(path)
  // Android opens every address of the host in the app, but downloads and files are the browser's.
  else if (path !== null) void ignore(Browser.open({ url: location.origin + path }))
  // The address may contain a code, so it is never logged.
  else if (!isRootLink(address, location.host)) log.warn('app link ignored', { scheme: URL.parse(address)?.protocol })
}

/** The Android back button: closes what is open, then goes back, then minimizes the app. */
function goBack({ canGoBack }: { canGoBack: boolean }): void {
  const dialog = document.querySelector('[role="dialog"]')
  if (dialog) dialog.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  else if (canGoBack) history.back()
  else void ignore(App.minimizeApp())
}

/** The status bar text color follows the page's color scheme. */
function followTheme(): Stop {
  const root = document.documentElement
  const show = () => void ignore(StatusBar.setStyle({ style: root.getAttribute(SCHEME) === 'light' ? Style.Light : Style.Dark }))
  const observer = new MutationObserver(show)
  observer.observe(root, { attributeFilter: [SCHEME] })
  show()
  return () => observer.disconnect()
}

/** Hides the tab bar while the keyboard is open. */
function followKeyboard(): Stop[] {
  const set = (isUp: boolean) => document.documentElement.toggleAttribute('data-keyboard', isUp)
  return [
    untilRemoved(Keyboard.addListener('keyboardWillShow', () => set(true))),
    untilRemoved(Keyboard.addListener('keyboardWillHide', () => set(false))),
  ]
}

/** Android's web view has no Web Share API, so this defines `navigator.share` with the native sheet. */
function installShare(): void {
  if ('share' in navigator) return
  Object.defineProperty(navigator, 'share', {
    configurable: true,
    value: async ({ title, text, url }: ShareData = {}) =>
      void (await Share.share({ ...(title ? { title } : {}), ...(text ? { text } : {}), ...(url ? { url } : {}) })),
  })
}

/** Android's web view has no Media Session API, so this defines it with the phone's own media controls. */
function installMediaSession(): void {
  if ('mediaSession' in navigator) return
  const forward = (work: Promise<void>) => void ignore(work)
  Object.defineProperty(globalThis, 'MediaMetadata', {
    configurable: true,
    value: function MediaMetadata(this: MediaMetadata, metadata: MediaMetadataInit) {
      Object.assign(this, metadata)
    },
  })
  Object.defineProperty(navigator, 'mediaSession', {
    configurable: true,
    value: {
      set metadata(metadata: MediaMetadata | null) {
        if (metadata) forward(MediaSession.setMetadata({ title: metadata.title, artist: metadata.artist, artwork: [...metadata.artwork] }))
        else forward(MediaSession.setPlaybackState({ playbackState: 'none' }))
      },
      set playbackState(playbackState: MediaSessionPlaybackState) {
        forward(MediaSession.setPlaybackState({ playbackState }))
      },
      setPositionState: (position: MediaPositionState) => forward(MediaSession.setPositionState(position)),
      setActionHandler: (action: MediaSessionAction, run: MediaSessionActionHandler | null) =>
        forward(
          MediaSession.setActionHandler(
            { action: action as Parameters<typeof MediaSession.setActionHandler>[0]['action'] },
            run && (({ seekTime }) => run({ action, ...(typeof seekTime === 'number' ? { seekTime } : {}) })),
          ),
        ),
    },
  })
}

const untilRemoved =
  (listening: Listening): Stop =>
  () =>
    void listening.then((handle) => handle.remove())

/** A plugin that this phone does not support is not an error. */
const ignore = (work: Promise<unknown>) => work.catch((error: unknown) => log.debug('not supported on this phone', { why: String(error) }))
