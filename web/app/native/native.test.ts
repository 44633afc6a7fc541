// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest'

const listeners = new Map<string, (event: never) => void>()
const did: string[] = []
const listen = vi.hoisted(() => ({ on: (_name: string, _listener: (event: never) => void): void => undefined }))
const addListener = (name: string, listener: (event: never) => void) => {
  listen.on(name, listener)
  return Promise.resolve({ remove: async () => listen.on(name, () => undefined) })
}
// The plugins need a phone; these tests assert which calls they receive.
vi.mock('@capacitor/app', () => ({ App: { addListener: addListener, minimizeApp: async () => did.push('minimize') } }))
vi.mock('@capacitor/browser', () => ({ Browser: { close: async () => did.push('close browser') } }))
vi.mock('@capacitor/keyboard', () => ({ Keyboard: { addListener: addListener } }))
vi.mock('@capacitor/share', () => ({ Share: { share: async ({ url }: { url: string }) => did.push(`share ${url}`) } }))
vi.mock('@capacitor/status-bar', () => ({
  StatusBar: { setStyle: async ({ style }: { style: string }) => did.push(style) },
  Style: { Light: 'dark letters', Dark: 'light letters' },
}))

const { startNative } = await import('./native.ts')
const emit = (name: string, event: object) => listeners.get(name)?.(event as never)
const opened: string[] = []

beforeEach(() => {
  listen.on = (name, listener) => void listeners.set(name, listener)
  did.length = 0
  opened.length = 0
  document.body.innerHTML = ''
})

it('opens the path of an app link with query and fragment, and ignores the bare app address and other hosts', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  startNative({ open: (path) => opened.push(path) })
  emit('appUrlOpen', { url: 'wavelength://app/chat?uid=u1' })
  emit('appUrlOpen', { url: 'wavelength://app/' })
  expect([opened, warn.mock.calls.length]).toEqual([['/chat?uid=u1'], 0])
  emit('appUrlOpen', { url: 'https://evil.example/login?code=secret' })
  expect([opened.length, warn.mock.calls.length, JSON.stringify(warn.mock.calls).includes('secret')]).toEqual([1, 1, false])
})

it('closes what is open, then goes back in history, then minimizes the app on the back button', () => {
  startNative({ open: () => undefined })
  const back = vi.spyOn(history, 'back').mockImplementation(() => undefined)
  const keys: string[] = []
  document.body.innerHTML = '<div role="dialog"></div>'
  document.body.addEventListener('keydown', ({ key }) => keys.push(key))
  emit('backButton', { canGoBack: true })
  expect([keys, back.mock.calls.length]).toEqual([['Escape'], 0])
  document.body.innerHTML = ''
  emit('backButton', { canGoBack: true })
  emit('backButton', { canGoBack: false })
  expect([back.mock.calls.length, did.includes('minimize')]).toEqual([1, true])
})

it("follows the phone's keyboard, theme and share sheet", async () => {
  const stop = startNative({ open: () => undefined })
  emit('keyboardWillShow', {})
  expect(document.documentElement.hasAttribute('data-keyboard')).toBe(true)
  emit('keyboardWillHide', {})
  document.documentElement.setAttribute('data-mantine-color-scheme', 'light')
  await vi.waitFor(() => expect(did).toContain('dark letters'))
  await navigator.share({ url: 'https://wavelength.example/x' })
  expect([document.documentElement.hasAttribute('data-keyboard'), did]).toEqual([
    false,
    expect.arrayContaining(['share https://wavelength.example/x']),
  ])
  stop()
})
