/* What only the app of a phone has. Loaded there alone; the web knows nothing of it. */
import { App } from '@capacitor/app'
import { Browser } from '@capacitor/browser'
import { Keyboard } from '@capacitor/keyboard'
import { Share } from '@capacitor/share'
import { StatusBar, Style } from '@capacitor/status-bar'
import { logger } from '#web/platform/log.ts'
import { isRootLink, pathOfAppLink } from '#web/platform/app-link.ts'
import './native.css'

const log = logger('native')
const SCHEME = 'data-mantine-color-scheme'

type Stop = () => void
type Listening = Promise<{ remove: () => Promise<void> }>

/** Joins the phone with the app. `open` goes to a path of ours. Returns a function that stops it all. */
export function startNative({ open }: { open: (path: string) => void }): Stop {
  shareByThePhone()
  const stops = [
    followTheme(),
    until(App.addListener('appUrlOpen', ({ url }) => openLink(url, open))),
    until(App.addListener('backButton', goBack)),
    ...followKeyboard(),
  ]
  return () => stops.forEach((stop) => stop())
}

function openLink(address: string, open: (path: string) => void): void {
  // The window of the system's browser, if a sign-in came from there; on Android it has gone by itself.
  void ignore(Browser.close())
  const path = pathOfAppLink(address, location.host)
  if (path !== null) open(path)
  // Never the address itself: it may hold a code.
  else if (!isRootLink(address, location.host)) log.warn('a link that leads nowhere was ignored', { scheme: URL.parse(address)?.protocol })
}

/** The phone's own way back: what is open closes first, then pages, then the app steps aside. */
function goBack({ canGoBack }: { canGoBack: boolean }): void {
  const dialog = document.querySelector('[role="dialog"]')
  if (dialog) dialog.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  else if (canGoBack) history.back()
  else void ignore(App.minimizeApp())
}

/** The letters of the status bar stand on the page's own ground. */
function followTheme(): Stop {
  const root = document.documentElement
  const show = () => void ignore(StatusBar.setStyle({ style: root.getAttribute(SCHEME) === 'light' ? Style.Light : Style.Dark }))
  const observer = new MutationObserver(show)
  observer.observe(root, { attributeFilter: [SCHEME] })
  show()
  return () => observer.disconnect()
}

/** While the keyboard is up the tabs make room for what is written. */
function followKeyboard(): Stop[] {
  const set = (isUp: boolean) => document.documentElement.toggleAttribute('data-keyboard', isUp)
  return [
    until(Keyboard.addListener('keyboardWillShow', () => set(true))),
    until(Keyboard.addListener('keyboardWillHide', () => set(false))),
  ]
}

/** The view of Android has no sheet of its own; pages ask the browser's door for it. */
function shareByThePhone(): void {
  if ('share' in navigator) return
  Object.defineProperty(navigator, 'share', {
    configurable: true,
    value: async ({ title, text, url }: ShareData = {}) =>
      void (await Share.share({ ...(title ? { title } : {}), ...(text ? { text } : {}), ...(url ? { url } : {}) })),
  })
}

const until =
  (listening: Listening): Stop =>
  () =>
    void listening.then((it) => it.remove())

/** A part that this phone does not have is no fault. */
const ignore = (work: Promise<unknown>) => work.catch((error: unknown) => log.debug('not on this phone', { why: String(error) }))
