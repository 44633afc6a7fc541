/* The two adapters of the identity interface, each with its provider, for the same tests. They differ only in what happens outside of the
   page: reading emails, and actions of the operator at the provider. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { startFakeIdentityToolkit } from '#sandbox/identity-toolkit/identity-toolkit.fake.ts'
import {
  emulatorAddresses,
  firebaseIssuer,
  firebaseCapabilities,
  type FirebaseProject,
  type GoogleAddresses,
  readFirebaseKeys,
} from '#server/features/identity/federation/firebase.ts'
import { createRemoteKeys } from '#server/features/identity/tokens/remote-keys.ts'
import { createBuiltinProvider } from '#web/features/identity/provider/builtin.provider.ts'
import type { ProviderStorage } from '#web/features/identity/provider/builtin.sign-in-methods.ts'
import type { IdentityMethods, IdentityProvider } from '#web/features/identity/provider/identity.provider.ts'
import { startFirebaseEmulator } from './firebase-emulator.ts'
import { identityWorld, type IdentityWorld, ORIGIN } from './identity.ts'

/** The browser of one user: its storage outlives the page. */
export type Browser = {
  /** Opens one of our pages in this browser. */
  open(): Promise<IdentityPage>
}

/** A provider with its methods loaded. */
export type IdentityPage = IdentityProvider & IdentityMethods

const withMethods = async (provider: IdentityProvider): Promise<IdentityPage> => ({ ...provider, ...(await provider.methods()) })

export type Side = {
  world: IdentityWorld
  browser(): Browser
  /** The code and the address of the link in the latest email to that address. */
  mailed(email: string): Promise<{ url: string; code: string }>
  /** A token for the user who is signed in at `from`, to sign in at `to`. */
  customToken(from: IdentityPage, to: IdentityPage): Promise<string>
  /** Waits for the next second if the provider counts sign-ins in whole seconds. */
  nextSecond(): Promise<void>
  /** Disconnects all pages from the network, or reconnects them. */
  offline(isOffline: boolean): void
  /** Whether the provider has an account with this address. */
  hasAccount(email: string): Promise<boolean>
  empty(): Promise<void>
  close(): Promise<void>
}

type Fetch = (address: string, init: RequestInit) => Promise<Response>

/** Calls from a page to our own server. */
function ourServer(browser: ReturnType<IdentityWorld['browser']>, isOffline: () => boolean): Fetch {
  return async (address, init) => {
    if (isOffline()) throw new TypeError('Failed to fetch')
    const body = typeof init.body === 'string' ? { body: init.body } : {}
    const token = new Headers(init.headers).get('authorization')?.replace('Bearer ', '')
    const response = await browser.call(init.method === 'POST' ? 'POST' : 'GET', address, { ...body, ...(token ? { token } : {}) })
    return new Response(response.body, { status: response.statusCode })
  }
}

function memory(): ProviderStorage {
  const values = new Map<string, string>()
  return {
    recall: (name) => values.get(name) ?? null,
    keep: (name, value) => void (value === null ? values.delete(name) : values.set(name, value)),
  }
}

/** A token with which the browser of `to` signs in as the user of `from`. */
async function passedOn(world: IdentityWorld, from: IdentityPage, to: IdentityPage): Promise<string> {
  const viewer = await world.identity.authenticate(await from.getToken())
  return (await world.identity.mintCustomToken(viewer, await to.customTokenChallenge())).token
}

const capabilities = (world: IdentityWorld) => async () => {
  const { methods, popup, account, confirms_sign_up: confirmsSignUp } = world.identity.capabilities
  return { methods, popup, account, confirmsSignUp }
}

/** The built-in provider in our server, on a real database. */
export async function builtinSide(): Promise<Side> {
  const world = await identityWorld()
  let isOffline = false
  let addresses = 1
  const { min_length: minLength, max_length: maxLength } = world.identity.capabilities.password
  return {
    world,
    browser() {
      const cookies = world.browser(`203.0.113.${addresses++}`)
      const memoryStorage = memory()
      const fetch = ourServer(cookies, () => isOffline)
      const make = () =>
        createBuiltinProvider({
          fetch,
          memory: memoryStorage,
          capabilities: capabilities(world),
          passwordPolicy: async () => ({ minLength, maxLength }),
        })
      return {
        async open() {
          const provider = make()
          if (!isOffline) await provider.start()
          return withMethods(provider)
        },
      }
    },
    mailed: async (email) => {
      await world.identity.idle()
      const { url, code, to } = await world.lastLink()
      if (to !== email) throw new Error(`the latest mail went to ${to}`)
      return { url, code }
    },
    customToken: (from, to) => passedOn(world, from, to),
    // Its library reads the computer's clock, in milliseconds.
    nextSecond: async () => undefined,
    offline: (wanted) => void (isOffline = wanted),
    hasAccount: async (email) => {
      const users = world.db.withTables<{ user: { email: string } }>().withSchema('identity')
      return (await users.selectFrom('user').select('email').where('email', '=', email).execute()).length > 0
    },
    empty: () => world.empty(),
    close: () => world.close(),
  }
}

const PROJECT = { projectId: 'demo-app', apiKey: 'key', authDomain: 'demo-app.firebaseapp.com' }
const googleHosts = /^https:\/\/(identitytoolkit|securetoken)\.googleapis\.com(?=\/)/

/** The services behind the Firebase SDK. */
type FirebaseBackend = {
  project: Omit<FirebaseProject, 'methods'>
  addresses: GoogleAddresses
  /** The target of the SDK's request; null for one that is not the SDK's. */
  redirect(address: string): string | null
  mails(): Promise<readonly { email: string; newEmail?: string | undefined; oobCode: string; oobLink: string }[]>
  nextSecond(world: IdentityWorld): Promise<void>
  hasAccount(email: string): Promise<boolean>
  empty(): Promise<void>
  close(): Promise<void>
}

/** The unmodified Firebase SDK with our fake of its services. */
export function firebaseSide(): Promise<Side> {
  return firebaseOn(async (now) => {
    const toolkit = await startFakeIdentityToolkit({ host: '127.0.0.1', port: 0, ...PROJECT, now: () => now().getTime() })
    return {
      project: { ...PROJECT, serviceAccount: toolkit.tokens.serviceAccount(), emulatorHost: null },
      addresses: { keys: toolkit.keysUrl, toolkit: toolkit.origin },
      redirect: (address) => (googleHosts.test(address) ? address.replace(googleHosts, toolkit.origin) : null),
      mails: async () => toolkit.mails,
      nextSecond: async (world) => world.clock.pass(1_000),
      hasAccount: async (email) => toolkit.account(email) !== undefined,
      empty: async () => toolkit.empty(),
      close: () => toolkit.close(),
    }
  })
}

/** The unmodified Firebase SDK with the official emulator. */
export function emulatorSide(): Promise<Side> {
  return firebaseOn(async () => {
    const emulator = await startFirebaseEmulator(PROJECT.projectId)
    return {
      project: { ...PROJECT, serviceAccount: null, emulatorHost: emulator.host },
      addresses: emulatorAddresses(emulator.host),
      redirect: (address) => (address.startsWith(`http://${emulator.host}/`) ? address : null),
      mails: emulator.mails,
      // It reads the computer's clock, and counts sign-ins in whole seconds.
      nextSecond: () => pause(1_000 - (Date.now() % 1_000) + 1),
      hasAccount: emulator.hasAccount,
      empty: emulator.empty,
      close: emulator.close,
    }
  })
}

/** The SDK uses the `fetch` that exists when it is loaded, so this must be called before anything imports it. */
async function firebaseOn(start: (now: () => Date) => Promise<FirebaseBackend>): Promise<Side> {
  let isOffline = false
  const real = globalThis.fetch
  const clock = { now: () => world.clock.now() }
  const { project, addresses, ...backend } = await start(clock.now)
  const { projectId, apiKey, authDomain, emulatorHost } = project
  const log = (await import('pino')).pino({ level: 'silent' })
  const storage = { load: async () => null, save: async () => undefined }
  const keys = createRemoteKeys({ read: () => readFirebaseKeys(addresses), storage, clock, log })
  const fromProject = firebaseCapabilities({ ...project, methods: ['password', 'email_link', 'google'] })
  const world: IdentityWorld = await identityWorld({
    otherIssuers: [firebaseIssuer(project, { keys, clock, addresses })],
    capabilities: fromProject,
  })

  globalThis.fetch = async (input, init) => {
    // The SDK passes addresses as strings.
    const address = typeof input === 'string' ? backend.redirect(input) : null
    if (address === null) return real(input, init)
    if (isOffline) throw new TypeError('Failed to fetch')
    return real(address, init)
  }
  const { createFirebaseProvider } = await import('#web/features/identity/provider/firebase.provider.ts')
  const { inMemoryPersistence } = await import('@firebase/auth')
  const { deleteApp, getApps } = await import('@firebase/app')

  return {
    world,
    browser() {
      const name = randomUUID()
      const memoryStorage = memory()
      const fetch = ourServer(world.browser(), () => isOffline)
      return {
        async open() {
          const before = getApps().find((app) => app.name === name)
          if (before) await deleteApp(before)
          const webProject = { projectId, apiKey, authDomain, ...(emulatorHost === null ? {} : { emulatorHost }) }
          const page = { project: webProject, fetch, name, memory: memoryStorage, origin: ORIGIN, withPopups: false }
          const provider = createFirebaseProvider({ ...page, capabilities: capabilities(world), persistence: [inMemoryPersistence] })
          await provider.start()
          return withMethods(provider)
        },
      }
    },
    mailed: async (email) => {
      const mail = (await backend.mails()).at(-1)
      if (!mail || ![mail.email, mail.newEmail].includes(email)) throw new Error(`the latest mail went to ${mail?.email ?? 'nobody'}`)
      return { url: mail.oobLink, code: mail.oobCode }
    },
    customToken: (from, to) => passedOn(world, from, to),
    nextSecond: () => backend.nextSecond(world),
    offline: (wanted) => void (isOffline = wanted),
    hasAccount: backend.hasAccount,
    async empty() {
      await world.empty()
      await backend.empty()
    },
    async close() {
      globalThis.fetch = real
      await Promise.all(getApps().map(deleteApp))
      await backend.close()
      await world.close()
    },
  }
}
