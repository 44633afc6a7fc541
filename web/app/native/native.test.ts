// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest'

const listeners = new Map<string, (event: never) => void>()
const performed: string[] = []
const listen = vi.hoisted(() => ({ on: (_name: string, _listener: (event: never) => void): void => undefined }))
const addListener = (name: string, listener: (event: never) => void) => {
  listen.on(name, listener)
  return Promise.resolve({ remove: async () => listen.on(name, () => undefined) })
}
// The plugins need a phone; these tests assert which calls they receive.
vi.mock('@capacitor/app', () => ({ App: { addListener: addListener, minimizeApp: async () => performed.push('minimize') } }))
vi.mock('@capacitor/browser', () => ({
  Browser: {
    close: async () => performed.push('close browser'),
    open: async ({ url }: { url: string }) => performed.push(`browser ${url}`),
  },
}))
vi.mock('@capacitor/keyboard', () => ({ Keyboard: { addListener: addListener } }))
vi.mock('@capacitor/share', () => ({ Share: { share: async ({ url }: { url: string }) => performed.push(`share ${url}`) } }))
vi.mock('@capacitor/local-notifications', () => ({
  LocalNotifications: {
    addListener: addListener,
    checkPermissions: async () => ({ display: phone.permission }),
    requestPermissions: async () => void (phone.permission = 'granted'),
    registerActionTypes: async ({ types }: { types: { id: string; actions: { title: string; input?: boolean }[] }[] }) =>
      performed.push(...types.map(({ id, actions }) => `actions of ${id}: ${JSON.stringify(actions)}`)),
    schedule: async ({ notifications }: { notifications: { id: number; body: string; actionTypeId?: string }[] }) =>
      phone.notifications.push(...notifications),
    getDeliveredNotifications: async () => ({ notifications: phone.notifications }),
    removeDeliveredNotifications: async ({ notifications }: { notifications: { id: number }[] }) =>
      void (phone.notifications = phone.notifications.filter(({ id }) => notifications.every((gone) => gone.id !== id))),
    removeAllDeliveredNotifications: async () => void (phone.notifications = []),
  },
}))
vi.mock('@capgo/capacitor-media-session', () => ({
  MediaSession: {
    setMetadata: async ({ title, artist }: { title: string; artist: string }) => performed.push(`plays ${title} by ${artist}`),
    setPlaybackState: async ({ playbackState }: { playbackState: string }) => performed.push(playbackState),
    setPositionState: async ({ position }: { position: number }) => performed.push(`at ${position} s`),
    setActionHandler: async ({ action }: { action: string }, run: ((details: object) => void) | null) => void (phone.buttons[action] = run),
  },
}))
vi.mock('@capacitor/status-bar', () => ({
  StatusBar: { setStyle: async ({ style }: { style: string }) => performed.push(style) },
  Style: { Light: 'dark letters', Dark: 'light letters' },
}))

const phone = vi.hoisted(() => ({
  permission: 'prompt',
  notifications: [] as { id: number; body: string; actionTypeId?: string }[],
  buttons: {} as Record<string, ((details: object) => void) | null>,
}))

const { startNative } = await import('./native.ts')
const { dismissNotices, notify, systemNotices } = await import('#web/platform/notices.ts')
const emit = (name: string, event: object) => listeners.get(name)?.(event as never)
const opened: string[] = []

beforeEach(() => {
  listen.on = (name, listener) => void listeners.set(name, listener)
  performed.length = 0
  opened.length = 0
  document.body.innerHTML = ''
  phone.permission = 'prompt'
  phone.notifications = []
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

it('opens addresses of the host that are not pages in the browser, because Android opens them in the app', () => {
  startNative({ open: (path) => opened.push(path) })
  emit('appUrlOpen', { url: `${location.origin.replace(/^http:/, 'https:')}/export/download?code=once` })
  expect([opened, performed.filter((call) => call.startsWith('browser'))]).toEqual([
    [],
    [`browser ${location.origin}/export/download?code=once`],
  ])
})

it('the back button closes what is open, then goes back in history, then minimizes the app', () => {
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
  expect([back.mock.calls.length, performed.includes('minimize')]).toEqual([1, true])
})

it("adapts to the phone's keyboard and theme, and receives from its share sheet", async () => {
  const stop = startNative({ open: () => undefined })
  emit('keyboardWillShow', {})
  expect(document.documentElement.hasAttribute('data-keyboard')).toBe(true)
  emit('keyboardWillHide', {})
  document.documentElement.setAttribute('data-mantine-color-scheme', 'light')
  await vi.waitFor(() => expect(performed).toContain('dark letters'))
  await navigator.share({ url: 'https://wavelength.example/x' })
  expect([document.documentElement.hasAttribute('data-keyboard'), performed]).toEqual([
    false,
    expect.arrayContaining(['share https://wavelength.example/x']),
  ])
  stop()
})

/** The hidden app, with notifications turned on. */
async function hideApp() {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const stop = startNative({ open: () => undefined })
  await systemNotices()?.enable()
  return async () => {
    await systemNotices()?.disable()
    stop()
    vi.restoreAllMocks()
  }
}
const act = (actionId: string, inputValue?: string) =>
  emit('localNotificationActionPerformed', { actionId, inputValue, notification: { id: phone.notifications[0]?.id } })

it('shows messages of the hidden app as notifications with a reply, one per conversation', async () => {
  const end = await hideApp()
  const replies: string[] = []
  const message = (text: string) =>
    notify('neutral', text, {
      about: 'chat-1',
      action: { label: 'Open', run: () => opened.push('/chat/1') },
      answer: { kind: 'reply', label: 'Reply', run: (reply) => replies.push(reply) },
    })
  message('Bob: one')
  await vi.waitFor(() => expect(phone.notifications.map(({ body }) => body)).toEqual(['Bob: one']))
  message('Bob: two')
  await vi.waitFor(() => expect(phone.notifications.map(({ body }) => body)).toEqual(['Bob: two']))
  expect(performed).toContain('actions of reply: [{"id":"reply","title":"Reply","input":true}]')
  act('reply', ' On my way ')
  expect(replies).toEqual(['On my way'])
  message('Bob: three')
  await vi.waitFor(() => expect(phone.notifications.at(-1)?.body).toBe('Bob: three'))
  emit('localNotificationActionPerformed', { actionId: 'tap', notification: { id: phone.notifications.at(-1)?.id } })
  expect(opened).toEqual(['/chat/1'])
  await end()
})

it('accepts a request from its notification', async () => {
  const end = await hideApp()
  let accepted = 0
  notify('neutral', 'Ann asks to connect', { about: 'u1', answer: { kind: 'accept', label: 'Accept', run: () => accepted++ } })
  await vi.waitFor(() => expect(phone.notifications.map(({ actionTypeId }) => actionTypeId)).toEqual(['accept']))
  act('accept')
  expect(accepted).toBe(1)
  await end()
})

it('removes a notification once its subject was seen, and shows no notifications while they are off or the app is visible', async () => {
  const end = await hideApp()
  notify('neutral', 'Bob: one', { about: 'chat-1' })
  await vi.waitFor(() => expect(phone.notifications).toHaveLength(1))
  dismissNotices('chat-1')
  await vi.waitFor(() => expect(phone.notifications).toEqual([]))
  await systemNotices()?.disable()
  notify('neutral', 'Bob: two')
  expect(await systemNotices()?.state()).toBe('off')
  await systemNotices()?.enable()
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
  notify('neutral', 'Bob: three')
  expect([phone.notifications, await systemNotices()?.state()]).toEqual([[], 'on'])
  await end()
})

it("shows the current item in the phone's media controls, and handles their buttons", () => {
  const stop = startNative({ open: () => undefined })
  const seen: unknown[] = []
  navigator.mediaSession.metadata = new MediaMetadata({ title: 'Friday', artist: 'Ann', artwork: [] })
  navigator.mediaSession.playbackState = 'playing'
  navigator.mediaSession.setPositionState({ duration: 10, position: 3 })
  navigator.mediaSession.setActionHandler('seekto', (details) => seen.push(details))
  phone.buttons['seekto']?.({ action: 'seekto', seekTime: 7 })
  navigator.mediaSession.metadata = null
  expect([performed, seen]).toEqual([
    expect.arrayContaining(['plays Friday by Ann', 'playing', 'at 3 s', 'none']),
    [{ action: 'seekto', seekTime: 7 }],
  ])
  stop()
})
