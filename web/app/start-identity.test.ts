// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { authStatusOf, useAuthStore } from '#web/features/identity/auth.store.ts'
import { logOut } from '#web/features/identity/session.ts'
import { saveDraft } from '#web/features/moments/composer/composer.draft.ts'
import { postMoment, usePendingMoments } from '#web/features/moments/moments.pending.ts'
import { useRecentSearches } from '#web/features/profiles/recent-searches.ts'
import { reportReachability } from '#web/platform/connectivity.ts'
import { writeStored } from '#web/platform/storage/browser-storage.ts'
import { memoryOnly, setMemoryOnly } from '#web/platform/storage/memory-only.ts'
import { queryClient } from '#web/platform/query.ts'
import { testDatabases } from '#web/platform/storage/test-database.ts'
import { saveChoice } from './palette/recent-choices.ts'
import { pathAfterSignIn } from './clear-user-data.ts'
import { startIdentity } from './start-identity.ts'

/** Dynamic imports are slow on a busy machine. */
const POLL_OPTIONS = { timeout: 15_000 }
const uid = '0199d3a0-0000-7000-8000-00000000000b'
const mira = { id: 's-mira', email: 'mira@example.org', emailVerified: true, name: 'Mira' }
const jonas = { ...mira, id: 's-jonas' }
const password = { min_length: 8, max_length: 128, refuses_common: true }
const identity = { kind: 'builtin', methods: ['password'], popup: [], account: [], confirms_sign_up: false, password }
const capabilities = { product: 'Wavelength', identity, sources: [], minimum_age: 16, preview: false }

/** The signed-in user at the provider; undefined when nothing answers. */
let there: typeof mira | null | undefined
/** The accounts of this browser at the provider. */
let signedIn: (typeof mira)[]
const databases = testDatabases()
const everyStore = {
  'wavelength-answers/answers': 1,
  'wavelength-chat/history': 2,
  'wavelength-chat/outbox': 1,
  'wavelength-chat/voice_drafts': 1,
  'wavelength-drafts/pictures': 1,
}
const authStatus = () => authStatusOf(useAuthStore.getState())
const names = (store: Storage) => Object.keys(store).toSorted()

beforeEach(() => {
  for (const level of ['error', 'warn', 'info'] as const) vi.spyOn(console, level).mockImplementation(() => undefined)
  vi.stubGlobal('fetch', async (address: string) => {
    if (there === undefined) throw new TypeError('Failed to fetch')
    if (address === '/app/public/offer') return Response.json(capabilities)
    if (address === '/identity/accounts')
      return Response.json({ accounts: signedIn.map(({ id, email }) => ({ id, email, uid: null, active: id === there?.id })) })
    if (address === '/identity/get-session') return Response.json({ user: there })
    if (address.endsWith('/check-user-exist')) return Response.json({ exists: true, uid })
    return address.startsWith('/identity/sign-out') ? Response.json({}) : Response.json({ token: '' }, { status: 500 })
  })
  signedIn = []
  localStorage.clear()
  sessionStorage.clear()
  queryClient.clear()
  useAuthStore.setState(useAuthStore.getInitialState(), true)
  miraWasHere()
})
afterEach(() => {
  reportReachability(true)
  vi.restoreAllMocks()
})

/** The data that a visit by Mira stores in this browser. */
function miraWasHere(): void {
  writeStored('session', mira.id)
  writeStored(`profile.${mira.id}`, JSON.stringify({ exists: true, uid }))
  for (const store of Object.keys(everyStore)) {
    const [database = '', name = ''] = store.split('/')
    databases.empty(database, name)
    databases.put(database, name, { key: 'of mira', me: uid })
  }
  databases.put('wavelength-chat', 'history', { key: 'a deletion of hers', me: uid, act: { kind: 'delete' } })
  saveDraft(uid, { text: 'started', audience: 'buddies' })
  useRecentSearches.getState().add(uid, 'looked for')
  saveChoice(uid, { to: '/profile/j', name: 'Jonas Weir', about: '@jonas' })
  writeStored('drafts', JSON.stringify({ chat: 'written' }))
  writeStored('link-email', mira.email)
  writeStored('a name that nobody has thought of', 'hers')
  writeStored('draft.video-reply', 'written', 'tab')
  writeStored('wanted', '/settings', 'tab')
  writeStored('language', 'de')
  writeStored('unsent', 'yes')
  writeStored('undone', 'yes')
}

/** Pending commands run when the account is active again. */
const storedVersions = { 'wavelength-chat/history': 1, 'wavelength-chat/outbox': 1 }

const expectNoUserData = () => {
  expect(databases.kept()).toEqual(storedVersions)
  const posting = names(localStorage).filter((name) => name === `wl.moments-outgoing.${uid}`)
  expect(names(localStorage)).toEqual(['wl.language', ...posting, 'wl.undone', 'wl.unsent'])
  expect([names(sessionStorage), useRecentSearches.getState().recent]).toEqual([['wl.wanted'], []])
}

it('clears all user data once a sign-in turns out to have ended while no page was open', async () => {
  useRecentSearches.setState({ recent: [] })
  there = null
  startIdentity()
  await vi.waitFor(expectNoUserData, POLL_OPTIONS)
  expect(authStatus()).toBe('signed_out')
})

it('keeps all user data for offline reading while nothing answers', async () => {
  there = undefined
  startIdentity()
  await vi.waitFor(() => expect(authStatus()).toBe('ready'), POLL_OPTIONS)
  expect([databases.kept(), names(localStorage).length, names(sessionStorage).length]).toEqual([everyStore, 11, 2])
})

it('keeps all user data while the same user is signed in', async () => {
  there = mira
  startIdentity()
  await vi.waitFor(() => expect(authStatus()).toBe('ready'), POLL_OPTIONS)
  expect([databases.kept(), names(localStorage).length, names(sessionStorage).length]).toEqual([everyStore, 11, 2])
})

it("clears the same data on sign-out, but keeps the author's pending moments", async () => {
  there = mira
  startIdentity()
  await vi.waitFor(() => expect(authStatus()).toBe('ready'), POLL_OPTIONS)
  void postMoment(
    { uid, user_name: 'mira', name: 'Mira', avatar_url: null },
    { id: uid, text: 'posting', audience: 'everyone', pictures: [] },
  )
  await logOut()
  await vi.waitFor(expectNoUserData, POLL_OPTIONS)
  expect([usePendingMoments.getState().all, localStorage.getItem(`wl.moments-outgoing.${uid}`)]).toEqual([
    [],
    expect.stringContaining('posting'),
  ])
})

it('drops drafts that the browser could not store on sign-out, but keeps unsent messages', async () => {
  there = mira
  startIdentity()
  await vi.waitFor(() => expect(authStatus()).toBe('ready'), POLL_OPTIONS)
  setMemoryOnly('drafts', 'written')
  setMemoryOnly('message.1', '')
  await logOut()
  await vi.waitFor(expectNoUserData, POLL_OPTIONS)
  expect([...memoryOnly.keys()]).toEqual(['message.1'])
  setMemoryOnly('message.1', null)
})

it('remembers that push was on for an account whose sign-in has ended', async () => {
  const pushManager = { getSubscription: async () => ({ unsubscribe: async () => true }) }
  const worker = { getRegistration: async () => ({ pushManager, getNotifications: async () => [] }) }
  vi.stubGlobal('PushManager', {})
  Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'))
  there = null
  startIdentity()
  const left = ['wl.language', `wl.push.paused.${mira.id}`, 'wl.undone', 'wl.unsent']
  await vi.waitFor(() => expect(names(localStorage)).toEqual(left), POLL_OPTIONS)
})

it('finishes an interrupted cleanup before the next user sees anything', async () => {
  writeStored('session', null)
  writeStored('left', 'yes')
  there = jonas
  startIdentity()
  await vi.waitFor(() => expect(databases.kept()).toEqual(storedVersions), POLL_OPTIONS)
  await vi.waitFor(() => expect(localStorage.getItem('wl.left')).toBeNull(), POLL_OPTIONS)
  expect(names(localStorage)).toEqual(['wl.language', 'wl.session', 'wl.undone', 'wl.unsent'])
})

it('clears the data when the first response names another user', async () => {
  there = jonas
  startIdentity()
  await vi.waitFor(() => expect(databases.kept()).toEqual(storedVersions), POLL_OPTIONS)
  await vi.waitFor(() => expect(names(localStorage).filter((name) => /mira|draft|search|palette/.test(name))).toEqual([]), POLL_OPTIONS)
})

it('hides the drafts of an account while another account is active, and restores them', async () => {
  signedIn = [mira, jonas]
  there = jonas
  startIdentity()
  await vi.waitFor(() => expect(databases.kept()).toEqual(storedVersions), POLL_OPTIONS)
  await vi.waitFor(() => expect(localStorage.getItem('wl.left')).toBeNull(), POLL_OPTIONS)
  const seen = names(localStorage).filter((name) => /mira|draft|search|palette/.test(name))
  expect([seen, names(sessionStorage)]).toEqual([['wl.aside.s-mira'], ['wl.aside.s-mira', 'wl.wanted']])
  writeStored('drafts', JSON.stringify({ chat: 'of jonas' }))
  there = mira
  startIdentity()
  await vi.waitFor(() => expect(localStorage.getItem('wl.drafts')).toBe('{"chat":"written"}'), POLL_OPTIONS)
  await vi.waitFor(() => expect(localStorage.getItem('wl.left')).toBeNull(), POLL_OPTIONS)
  expect(sessionStorage.getItem('wl.draft.video-reply')).toBe('written')
  expect(names(localStorage).filter((name) => /aside/.test(name))).toEqual(['wl.aside.s-jonas'])
})

it('deletes drafts of an account once it is signed out elsewhere', async () => {
  localStorage.setItem('wl.aside.s-jonas', '{"drafts":"{}"}')
  there = mira
  startIdentity()
  await vi.waitFor(() => expect(localStorage.getItem('wl.aside.s-jonas')).toBeNull(), POLL_OPTIONS)
  expect(localStorage.getItem('wl.drafts')).not.toBeNull()
})

describe('with the response that was requested before the app’s code loaded', () => {
  const base64Url = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '')
  const token = `${base64Url({})}.${base64Url({ sub: mira.id, iat: 1_000, exp: 1_300 })}.signature`
  const answers = { '/app/auth/check-user-exist': { exists: true, uid } }
  const onAddress = vi.fn<(address: string) => void>()
  const requested = () => onAddress.mock.calls.map(([address]) => address)
  beforeEach(() => {
    there = mira
    onAddress.mockClear()
    const answer = globalThis.fetch
    vi.stubGlobal('fetch', (address: string) => {
      onAddress(address)
      return answer(address)
    })
  })

  it('needs no further requests for the session, a token, and the profile', async () => {
    window.wavelengthStart = { answer: Promise.resolve(Response.json({ user: mira, token, answers })), askedAtMs: performance.now() }
    startIdentity()
    await vi.waitFor(() => expect(authStatus()).toBe('ready'), POLL_OPTIONS)
    expect(requested().filter((address) => /get-session|token|check-user-exist/.test(address))).toEqual([])
  })

  it('requests it again when that was long ago', async () => {
    window.wavelengthStart = {
      answer: Promise.resolve(Response.json({ user: jonas, token, answers })),
      askedAtMs: performance.now() - 6_000,
    }
    startIdentity()
    await vi.waitFor(() => expect(authStatus()).toBe('ready'), POLL_OPTIONS)
    expect(requested()).toContain('/identity/get-session')
    expect(useAuthStore.getState().user?.subject).toBe(mira.id)
  })
})

describe('after a sign-in in another tab, a tab', () => {
  const locationOf = (address: string) => {
    const { pathname, search, hash } = new URL(address, 'https://wavelength.example')
    return { pathname, search, hash } as Location // only what the function reads
  }

  it('goes from the login page to the requested page, and from the sign-up page to home', () => {
    writeStored('wanted', '/moments?post=1', 'tab')
    expect(pathAfterSignIn(locationOf('/login'))).toBe('/moments?post=1')
    expect(pathAfterSignIn(locationOf('/sign-up'))).toBe('/')
  })

  it('stays at a page that finishes its own sign-in, and at pages for everyone', () => {
    const stays = ['/login?mode=custom-token', '/login#code', '/', '/u/mira', '/terms-of-service']
    expect(stays.map((address) => pathAfterSignIn(locationOf(address)))).toEqual(stays.map(() => null))
  })
})
