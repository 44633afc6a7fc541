import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import { jsonFile, type PersonalData } from '#server/platform/personal-data.ts'
import { identityWorld, type IdentityWorld } from '#tests/kit/identity.ts'
import { manualJobs } from '#tests/kit/jobs.ts'
import { readZip } from '#tests/kit/unzip.ts'
import { createAccountData } from './account-data.ts'
import { registerExportRoute } from './account-data.routes.ts'
import { EXPORT_SLOT_MS } from './account-data.ts'
import { createTombstones } from './tombstones.ts'
import { errorCode } from '#tests/kit/error-code.ts'

let world: IdentityWorld
let dataDir: string
let jobs: ReturnType<typeof manualJobs>
/** The deletions that another feature received, and the errors that it throws. */
let erased: string[]
let faults: Error[]
beforeAll(async () => {
  world = await identityWorld({ limits: { export: { limit: 3, windowMs: 3_600_000 } } })
})
beforeEach(async () => {
  await world.empty()
  dataDir = mkdtempSync(join(tmpdir(), 'wavelength-erased-'))
  jobs = manualJobs()
  erased = []
  informed = []
  faults = []
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))
afterAll(() => world.close())

const part: PersonalData = {
  part: 'notes',
  async erase(uid) {
    const fault = faults.shift()
    if (fault) throw fault
    erased.push(uid)
  },
  async *collect(uid) {
    yield jsonFile('notes.json', { of: uid })
  },
}

const filesPending = async () => 7
const hiddenFrom = async () => new Set<Uid>()
/** What happened to the user's data before and after the pages of others were informed. */
let informed: string[]
const beforeDeletion = async () => {
  informed.push(`before, ${erased.length} deleted`)
  return async () => void informed.push(`after, ${erased.length} deleted`)
}

function accountData(features: readonly PersonalData[] = [part], waitMs = 10) {
  const { identity, clock, log } = world
  return createAccountData({
    identity,
    features,
    filesPending,
    hiddenFrom,
    beforeDeletion,
    tombstones: createTombstones({ dataDir }),
    jobs,
    clock,
    log,
    waitMs,
  })
}
async function signedUp(email = 'alice@example.org') {
  const browser = world.browser()
  await browser.signUp(email)
  const token = await browser.token()
  return { browser, token, viewer: await world.identity.authenticate(token) }
}
const countOf = async (table: 'people' | 'identity.user') =>
  (await world.db.withTables<{ people: object; 'identity.user': object }>().selectFrom(table).selectAll().execute()).length

describe('deleting an account', () => {
  test('A45: asks for a sign-in of at most 5 minutes', async () => {
    const data = accountData()
    const { viewer } = await signedUp()
    const aged = (ms: number) => ({ ...viewer, token: { ...viewer.token, authTimeMs: world.clock.now().getTime() - ms } })
    expect([await errorCode(data.delete(aged(300_001))), await countOf('people')]).toEqual(['recent_sign_in_required', 1])
    expect([await errorCode(data.delete(aged(299_000))), await countOf('people'), await countOf('identity.user')]).toEqual([
      'resolved',
      0,
      0,
    ])
  })

  test('finds the pages that show the user before the data is deleted, and informs them afterwards', async () => {
    const { viewer } = await signedUp()
    await accountData().delete(viewer)
    expect(informed).toEqual(['before, 0 deleted', 'after, 1 deleted'])
  })

  test('leaves the address free for a new user with a new uid', async () => {
    const { viewer } = await signedUp()
    await accountData().delete(viewer)
    expect((await signedUp()).viewer.uid).not.toBe(viewer.uid)
  })

  test('that fails midway still signs the user out, and the job completes it', async () => {
    const data = accountData()
    const { viewer, token, browser } = await signedUp()
    faults = [new Error('the file store is down'), new Error('still down')]
    expect(await errorCode(data.delete(viewer))).toBe('resolved')
    await expect(world.identity.authenticate(token)).rejects.toMatchObject({ code: 'unauthenticated' })
    expect((await browser.call('GET', '/identity/token')).statusCode).toBe(401)
    expect([erased, await countOf('people'), world.closedSockets.at(-1)]).toEqual([[], 1, { uid: viewer.uid, authTimeMs: null }])
    await jobs.runWaiting().catch(() => undefined)
    expect(await countOf('people')).toBe(1)
    await data.resume()
    await jobs.runWaiting()
    expect([erased, await countOf('people')]).toEqual([[viewer.uid], 0])
  })

  test('a deletion that fails in its transaction keeps all rows for the job, and the old password no longer signs in', async () => {
    let isBroken = true
    const broken: PersonalData = {
      ...part,
      async eraseRows() {
        if (isBroken) throw new Error('a deadlock')
      },
    }
    const data = accountData([broken])
    const { viewer } = await signedUp()
    expect(await errorCode(data.delete(viewer))).toBe('resolved')
    expect([await countOf('people'), await countOf('identity.user')]).toEqual([1, 1])
    const signIn = { email: 'alice@example.org', password: 'correct horse' }
    expect((await world.browser().post('/sign-in/email', signIn)).statusCode).toBe(401)
    isBroken = false
    await jobs.runWaiting()
    expect([await countOf('people'), await countOf('identity.user')]).toEqual([0, 0])
  })

  test('does not wait for the steps outside of the database, and is complete although they fail', async () => {
    const hanging: PersonalData = { ...part, eraseRows: async () => () => new Promise(() => {}) }
    const failing: PersonalData = { ...part, eraseRows: async () => () => Promise.reject(new Error('the service is down')) }
    const { viewer } = await signedUp()
    expect(await accountData([hanging, failing]).delete(viewer)).toEqual({ filesPending: 7 })
    expect([await countOf('people'), await countOf('identity.user')]).toEqual([0, 0])
  })

  test('sends one confirmation email after it is done, even if it was requested several times', async () => {
    const real = await identityWorld({ mail: 'real' })
    try {
      const { identity, clock, log } = real
      let isBroken = true
      const broken: PersonalData = {
        ...part,
        async eraseRows() {
          if (isBroken) throw new Error('a deadlock')
        },
      }
      const tombstones = createTombstones({ dataDir })
      const data = createAccountData({
        identity,
        features: [broken],
        filesPending,
        hiddenFrom,
        beforeDeletion,
        tombstones,
        jobs,
        clock,
        log,
      })
      await identity.createAccount({ email: 'alice@example.org', password: 'correct horse', name: 'Alice' })
      const browser = real.browser()
      await browser.post('/sign-in/email', { email: 'alice@example.org', password: 'correct horse' })
      const viewer = await identity.authenticate(await browser.token())
      await data.delete(viewer)
      expect(await real.mails()).toEqual([])
      isBroken = false
      await Promise.all([data.resume(), ...[1, 2, 3].map(() => data.erase(viewer.uid))])
      await jobs.runWaiting()
      expect((await real.mails()).map(({ to, subject }) => [to, subject])).toEqual([
        ['alice@example.org', expect.stringContaining('deleted')],
      ])
    } finally {
      await real.close()
    }
  })

  test('a deletion interrupted by a crash continues at the next start', async () => {
    const { viewer } = await signedUp()
    faults = [new Error('power failure')]
    await accountData().delete(viewer)
    jobs = manualJobs()
    await accountData().reapply()
    expect([erased, await countOf('people')]).toEqual([[viewer.uid], 0])
  })

  test('a start continues interrupted deletions without waiting for the steps outside the database', async () => {
    const { viewer } = await signedUp()
    faults = [new Error('power failure')]
    await accountData().delete(viewer)
    jobs = manualJobs()
    const stuck: PersonalData = { ...part, eraseRows: async () => () => new Promise(() => {}) }
    await accountData([stuck], 600_000).reapply()
    expect(await countOf('people')).toBe(0)
  })

  test('can be requested many times at once', async () => {
    const data = accountData()
    const { viewer } = await signedUp()
    expect(await Promise.all([1, 2, 3].map(() => errorCode(data.delete(viewer))))).toEqual(['resolved', 'resolved', 'resolved'])
    expect(await countOf('people')).toBe(0)
  })

  test('deletes the account’s codes and unsent emails', async () => {
    const { viewer } = await signedUp()
    for (const path of ['/link/send', '/password/forgot']) await world.browser().post(path, { email: 'alice@example.org', return_to: '/' })
    await world.identity.mintCustomToken(viewer, 'a'.repeat(43))
    expect((await world.mails()).length).toBe(2)
    await accountData().delete(viewer)
    const codes = await world.db.withTables<{ identity_codes: object }>().selectFrom('identity_codes').selectAll().execute()
    expect([codes, await world.mails()]).toEqual([[], []])
  })
})

describe('the list of deleted accounts', () => {
  test('deletes only these accounts again after a restored backup', async () => {
    const [alice, bob] = [await signedUp(), await signedUp('bob@example.org')]
    await accountData().delete(alice.viewer)
    await world.identity.addPerson({ issuer: 'builtin', subject: randomUUID() })
    const people = world.db.withTables<{ people: { uid: string; issuer: string; subject: string; created_at: Date } }>()
    await people
      .insertInto('people')
      .values({ uid: alice.viewer.uid, issuer: 'builtin', subject: randomUUID(), created_at: new Date() })
      .execute()
    await accountData().reapply()
    const left = await people.selectFrom('people').select('uid').execute()
    expect([left.length, left.some(({ uid }) => uid === bob.viewer.uid), left.some(({ uid }) => uid === alice.viewer.uid)]).toEqual([
      2,
      true,
      false,
    ])
  })

  test('contains no identities, is readable only by its owner, and tolerates an incomplete line', async () => {
    const { viewer } = await signedUp()
    await accountData().delete(viewer)
    const file = join(dataDir, 'erased')
    expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual([expect.stringMatching(/^[0-9a-f]{64}\n$/), 0o600])
    expect(readFileSync(file, 'utf8')).not.toContain(viewer.uid)
    appendFileSync(file, 'abcdef')
    expect(await createTombstones({ dataDir }).read()).toHaveLength(1)
  })

  test('is empty before the first deletion', async () => {
    expect(await createTombstones({ dataDir: join(dataDir, 'not', 'there', 'yet') }).read()).toEqual([])
  })

  test('is written before the data is removed: if writing fails, nothing is removed', async () => {
    const { viewer } = await signedUp()
    const { identity, clock, log } = world
    const tombstones = { add: async () => Promise.reject(new Error('disk full')), read: async () => [] }
    await createAccountData({ identity, features: [part], filesPending, hiddenFrom, beforeDeletion, tombstones, jobs, clock, log }).delete(
      viewer,
    )
    expect([erased, await countOf('people')]).toEqual([[], 1])
  })
})

describe('an export', () => {
  test('requires a sign-in of at most 5 minutes, and is rate limited', async () => {
    const data = accountData()
    const { viewer } = await signedUp()
    const old = { ...viewer, token: { ...viewer.token, authTimeMs: world.clock.now().getTime() - 300_001 } }
    const codes = [await errorCode(data.createExportLink(old))]
    for (let index = 0; index < 4; index++) codes.push(await errorCode(data.createExportLink(viewer)))
    expect(codes).toEqual(['recent_sign_in_required', 'resolved', 'resolved', 'resolved', 'rate_limited'])
  })

  test('anyone with the address can download it once within 5 minutes; it has the files of every feature', async () => {
    const data = accountData()
    const app = Fastify()
    registerExportRoute(app, { accountData: data })
    const { viewer } = await signedUp('zoe@example.org')
    const [first, late] = [await data.createExportLink(viewer), await data.createExportLink(viewer)]
    const response = await app.inject({ url: first.url })
    const files = readZip(response.rawPayload)
    expect([response.statusCode, response.headers['cache-control'], [...files.keys()]]).toEqual([
      200,
      'no-store',
      ['README.txt', 'account.json', 'notes.json'],
    ])
    expect(JSON.parse(String(files.get('account.json')))).toMatchObject({
      uid: viewer.uid,
      email: 'zoe@example.org',
      signed_in_on: [{ browser: null }],
    })
    expect((await app.inject({ url: first.url })).statusCode).not.toBe(200)
    world.clock.pass(300_000)
    expect((await app.inject({ url: late.url })).statusCode).not.toBe(200)
    await app.close()
  })

  /** A new user with an export code; `next` gives more codes. */
  async function codeFor(data: ReturnType<typeof accountData>, name: string) {
    const { viewer } = await signedUp(`${name}@example.org`)
    const next = async () => {
      const justNow = { ...viewer, token: { ...viewer.token, authTimeMs: world.clock.now().getTime() } }
      return (await data.createExportLink(justNow)).url.split('/').at(-1) ?? ''
    }
    return { next, code: await next() }
  }

  test('waits while two others are written; its address stays valid', async () => {
    const data = accountData()
    const [mia, noa, ada] = [await codeFor(data, 'mia'), await codeFor(data, 'noa'), await codeFor(data, 'ada')]
    const [first, second] = [await data.openExport(mia.code), await data.openExport(noa.code)]
    expect(await errorCode(data.openExport(ada.code))).toBe('unavailable')
    expect(await errorCode(data.openExport('made up'))).toBe('link_invalid')
    for (let twice = 0; twice < 2; twice++) first.close()
    expect(await errorCode(data.openExport(ada.code))).toBe('resolved')
    expect(await errorCode(data.openExport(await mia.next()))).toBe('unavailable')
    expect([first.signal.aborted, second.signal.aborted]).toEqual([false, false])
  })

  test('only one runs per user: the next one ends the previous one', async () => {
    const data = accountData()
    const [mia, noa] = [await codeFor(data, 'mia'), await codeFor(data, 'noa')]
    const [first, others] = [await data.openExport(mia.code), await data.openExport(noa.code)]
    const repeated = await mia.next()
    const codes = await Promise.all([errorCode(data.openExport(repeated)), errorCode(data.openExport(repeated))])
    expect(codes.toSorted()).toEqual(['link_invalid', 'resolved'])
    expect([first.signal.aborted, others.signal.aborted]).toEqual([true, false])
  })

  test('a slow download is cut off after ten minutes when another one waits', async () => {
    const large: PersonalData = {
      ...part,
      async *collect() {
        // More than the buffers of both ends of a socket.
        yield { path: 'large.webp', bytes: () => Buffer.alloc(64 * 1024 * 1024) }
      },
    }
    const data = accountData([large])
    const app = Fastify()
    registerExportRoute(app, { accountData: data })
    const origin = await app.listen({ port: 0, host: '127.0.0.1' })
    const fetchExport = (code: string) => fetch(`${origin}/export/${code}`)
    const [mia, noa, ada] = [await codeFor(data, 'mia'), await codeFor(data, 'noa'), await codeFor(data, 'ada')]
    const slow = [await fetchExport(mia.code), await fetchExport(noa.code)]
    world.clock.pass(EXPORT_SLOT_MS - 60_000)
    const code = await ada.next()
    expect((await fetchExport(code)).status).not.toBe(200)
    world.clock.pass(60_000)
    const response = await fetchExport(code)
    expect([response.status, (await response.arrayBuffer()).byteLength > 64 * 1024 * 1024]).toEqual([200, true])
    await expect(slow[0]?.arrayBuffer()).rejects.toThrow('terminated')
    // The second one was not needed.
    expect((await slow[1]?.arrayBuffer())?.byteLength).toBeGreaterThan(64 * 1024 * 1024)
    await app.close()
  })
})
