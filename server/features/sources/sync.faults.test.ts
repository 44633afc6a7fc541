import { afterEach, describe, expect, test } from 'vitest'
import type { SyncedSource } from '#contract/taste/taste.ts'
import type { Fault } from '#sandbox/kit/faults.ts'
import { createDailyRateLimit } from '#server/platform/rate-limit/daily-rate-limit.store.ts'
import { createYouTubeClient } from '#server/providers/youtube/youtube.client.ts'
import { unitsOf } from '#server/providers/youtube/youtube.units.ts'
import { database, world, setUpSources } from '#tests/kit/sources-world.ts'

setUpSources()
const sources = ['spotify', 'youtube', 'listenbrainz', 'lastfm'] as const
afterEach(() => sources.forEach((source) => world[source].stopFailing()))

/** Path prefix of each provider's API. */
const api: Record<SyncedSource, string> = { spotify: '/v1/', youtube: '/youtube/', listenbrainz: '/1/', lastfm: '/2.0/' }
let people = 0

/** A user with that source, synced once. */
async function reader(source: SyncedSource) {
  const uid = await world.person()
  const login = `reader ${++people}`
  if (source === 'spotify' || source === 'youtube') await world.connect(uid, source, login)
  else await world.sources.link(uid, source, { name: login })
  await world.settle()
  return uid
}

/**
 * Syncs while the provider fails this way for its next `times` calls. Returns the delays, the final status, and
 * whether the data is still there.
 */
async function readUnder(source: SyncedSource, fault: Fault) {
  const uid = await reader(source)
  const before = await world.rowsOf(uid, source)
  world[source].failNext({ path: api[source], ...fault })
  await world.sources.sync(uid, source)
  const waits = await world.settle()
  const after = await world.rowsOf(uid, source)
  return {
    waits: waits.slice(1),
    status: (await world.statusOf(uid, source))?.status,
    isKept: after.length === before.length && before.length > 0,
  }
}

describe.for(sources)('%s', (source) => {
  test.for<[name: string, fault: Fault, waits: number[]]>([
    ['asks to wait: the sync waits exactly as long and resumes', { status: 429, retryAfter: 17 }, [17]],
    ['is down once and tried again soon', { status: 500 }, [5]],
    ['is cut off in the middle of an answer and tried again soon', { status: 200, isCut: true }, [5]],
    ['takes too long and is tried again soon', { status: 200, delayMs: 2_500 }, [5]],
    ['answers HTML and is tried again soon', { status: 200, body: '<html>sorry</html>' }, [5]],
  ])('%s', async ([, fault, waits]) => {
    // Clients of name sources use the usual timeout: a slow answer there is only slow.
    const waitsLonger = fault.delayMs !== undefined && (source === 'listenbrainz' || source === 'lastfm')
    expect(await readUnder(source, fault)).toEqual({ waits: waitsLonger ? [] : waits, status: 'connected', isKept: true })
  })

  test('a changed field in answers fails the sync in the end and preserves the data', async () => {
    const body = JSON.stringify({
      items: [{ identifier: 7 }, { identifier: 8 }],
      payload: { artistz: [] },
      topartists: { artist: [{ title: 'x' }] },
    })
    expect(await readUnder(source, { status: 200, body, times: 100 })).toEqual({ waits: [5, 30, 120, 600], status: 'failed', isKept: true })
  })

  test('an empty account is connected, with no data', async () => {
    const uid = await world.person()
    if (source === 'spotify' || source === 'youtube') await world.connect(uid, source, 'empty')
    else await world.sources.link(uid, source, { name: 'empty' })
    await world.settle()
    expect(await world.statusOf(uid, source)).toMatchObject({
      status: 'connected',
      counts: { artists: 0, tracks: 0, channels: 0, videos: 0 },
    })
    await world.sources.disconnect(uid, source)
  })
})

describe('authorization', () => {
  test.for(['spotify', 'youtube'] as const)(
    '%s: renews a rejected token once; after a final rejection the user has to connect again',
    async (source) => {
      expect(await readUnder(source, { status: 401 })).toEqual({ waits: [], status: 'connected', isKept: true })
      const rejected = await readUnder(source, { status: 401, times: 100 })
      expect(rejected).toEqual({ waits: [], status: 'reconnect', isKept: true })
    },
  )

  const unregistered = JSON.stringify({ error: { status: 403, message: 'User not registered in the Developer Dashboard' } })
  const rejectedBy = (reason: string) => JSON.stringify({ error: { code: 401, errors: [{ reason, domain: 'youtube.common' }] } })
  test.for<[source: 'spotify' | 'youtube', fault: Fault, problem: string, code: string]>([
    ['spotify', { status: 403, body: unregistered }, 'not_allowed', 'account_not_allowed'],
    ['spotify', { status: 403, body: 'User not registered in the Developer Dashboard' }, 'not_allowed', 'account_not_allowed'],
    ['youtube', { status: 401, body: rejectedBy('youtubeSignupRequired') }, 'no_channel', 'account_no_channel'],
    ['youtube', { status: 403, body: rejectedBy('authenticatedUserAccountSuspended') }, 'account_closed', 'account_closed'],
    ['youtube', { status: 403, body: rejectedBy('accountClosed') }, 'account_closed', 'account_closed'],
  ])('%s: says at once what is wrong with an account, without retries: %j', async ([source, fault, problem, code]) => {
    const uid = await reader(source)
    const before = await world.rowsOf(uid, source)
    world[source].failNext({ ...fault, path: api[source], times: 100 })
    await world.sources.sync(uid, source)
    expect((await world.settle()).slice(1)).toEqual([])
    expect(await world.statusOf(uid, source)).toMatchObject({ status: 'failed', problem })
    expect(await world.rowsOf(uid, source)).toEqual(before)
    await expect(world.connect(await world.person(), source, `unlucky ${++people}`)).rejects.toMatchObject({ code })
    world[source].stopFailing()
    await world.sources.sync(uid, source)
    await world.settle()
    expect(await world.statusOf(uid, source)).not.toHaveProperty('problem')
  })
})

test.for(['spotify', 'youtube'] as const)('%s: a long pause shows when the sync continues', async (source) => {
  const uid = await reader(source)
  world[source].failNext({ path: api[source], status: 429, retryAfter: 5 * 3_600 })
  await world.sources.sync(uid, source)
  await world.jobs.runWaiting()
  const resumesAt = new Date(world.clock.now().getTime() + 5 * 3_600_000).toISOString()
  expect(await world.statusOf(uid, source)).toMatchObject({ status: 'connected', resumes_at: resumesAt })
  expect(await world.jobs.runWaiting()).toEqual([5 * 3_600])
  const done = await world.statusOf(uid, source)
  expect(done?.status).toBe('connected')
  expect(done).not.toHaveProperty('resumes_at')
})

describe('quota', () => {
  test('Spotify: QUOTA_EXCEEDED pauses the sync for hours', async () => {
    const quota = await readUnder('spotify', { status: 429, reason: 'QUOTA_EXCEEDED' })
    expect(quota).toEqual({ waits: [6 * 3_600], status: 'connected', isKept: true })
  })

  test("YouTube: a sync without remaining daily units resumes after the provider's midnight", async () => {
    const limit = createDailyRateLimit({
      db: database.db,
      clock: world.clock,
      name: 'youtube test',
      limit: 12,
      timeZone: 'America/Los_Angeles',
    })
    const { origin } = world.youtube
    const counted = createYouTubeClient({
      clientId: 'wavelength-test',
      clientSecret: 'secret',
      now: world.clock.now,
      pageSize: 10,
      origins: { accounts: origin, tokens: origin, api: origin },
      spend: unitsOf(limit, world.clock, 2),
    })
    const uid = await reader('youtube')
    const before = world.providers.youtube.provider
    world.providers.youtube.provider = counted
    await limit.consume(8)
    await world.sources.sync(uid, 'youtube')
    await world.jobs.runWaiting()
    expect(await limit.countUsed()).toBe(10)
    expect((await world.statusOf(uid, 'youtube'))?.status).toBe('connected')
    // 12:00 UTC is 04:00 there.
    const untilMidnight = 20 * 3_600
    world.clock.pass(untilMidnight * 1_000)
    expect((await world.jobs.runWaiting())[0]).toBe(untilMidnight)
    world.providers.youtube.provider = before
    expect(await limit.countUsed()).toBeGreaterThan(0)
    await world.settle()
  })
})

test('an account that is rejected after a sync is published once, and again when it syncs or is disconnected', async () => {
  const uid = await world.person()
  const published = () => world.published.splice(0).flatMap((event) => ('source' in event && event.by === uid ? event.kind : []))
  const sync = async (status?: number) => {
    world.clock.pass(1_000)
    if (status) world.spotify.failNext({ status, path: '/v1/', times: 20 })
    await world.sources.sync(uid, 'spotify')
    await world.settle()
    world.spotify.stopFailing()
    return (await world.statusOf(uid, 'spotify'))?.status
  }
  await world.connect(uid, 'spotify', 'rejected')
  expect([await sync(403), published()]).toEqual(['failed', ['source.resumed']])
  expect([await sync(), published()]).toEqual(['connected', []])
  expect([await sync(403), published()]).toEqual(['failed', ['source.stopped']])
  expect([await sync(403), published()]).toEqual(['failed', []])
  expect([await sync(), published()]).toEqual(['connected', ['source.resumed']])
  await world.sources.disconnect(uid, 'spotify')
  expect(published()).toEqual(['source.resumed'])
})
