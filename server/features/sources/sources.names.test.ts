import { describe, expect, test } from 'vitest'
import { logInAt } from '#sandbox/kit/log-in.ts'
import { parseProfileName } from './sources.connect.ts'
import { world, setUpSources } from '#tests/kit/sources-world.ts'
import { errorCode } from '#tests/kit/error-code.ts'

setUpSources()

describe.for(['listenbrainz', 'lastfm'] as const)('%s', (source) => {
  test('links a public profile by name as not verified and reads it in the background', async () => {
    const uid = await world.person()
    expect(await world.sources.link(uid, source, { name: ' Mira ' })).toMatchObject({
      source,
      status: 'syncing',
      account: 'Mira',
      verified: false,
    })
    await world.settle()
    expect(await world.statusOf(uid, source)).toMatchObject({
      status: 'connected',
      verified: false,
      shown_to: 'everyone',
      counts_for_matching: true,
    })
    const rows = await world.rowsOf(uid, source)
    expect(rows.find(({ kind, rank }) => kind === 'artist' && rank === 1)).toMatchObject({ weight: 1, ranges: { all_time: 1 } })
    expect(rows.filter(({ kind }) => kind === 'track').length).toBeGreaterThan(10)
  })

  test('applies the consent chosen with the name at once', async () => {
    const uid = await world.person()
    const linked = await world.sources.link(uid, source, { name: 'chosen' }, { shownTo: 'buddies', countsForMatching: false })
    expect(linked).toMatchObject({ shown_to: 'buddies', counts_for_matching: false })
  })

  test('one name belongs to one account, in any spelling', async () => {
    await world.sources.link(await world.person(), source, { name: 'Taken' })
    expect(await errorCode(world.sources.link(await world.person(), source, { name: 'tAKEN' }))).toBe('account_in_use')
  })

  test('rejects an unknown name, and reports an unreachable service', async () => {
    const uid = await world.person()
    expect(await errorCode(world.sources.link(uid, source, { name: 'nobody' }))).toBe('name_unknown')
    world[source].failNext({ status: 503 })
    expect(await errorCode(world.sources.link(uid, source, { name: 'away' }))).toBe('provider_unavailable')
    expect((await world.statusOf(uid, source))?.status).toBe('not_connected')
  })

  test('unlinking deletes the data and frees the name', async () => {
    const uid = await world.person()
    await world.sources.link(uid, source, { name: 'freed' })
    await world.settle()
    await world.sources.disconnect(uid, source)
    expect(await world.rowsOf(uid, source)).toEqual([])
    expect((await world.sources.link(await world.person(), source, { name: 'freed' })).account).toBe('freed')
  })

  test('the next sync fails when the profile was deleted, and the data stays', async () => {
    const uid = await world.person()
    await world.sources.link(uid, source, { name: 'leaver' })
    await world.settle()
    const before = await world.rowsOf(uid, source)
    world[source].failNext({
      status: 404,
      times: 20,
      body: source === 'lastfm' ? '{"error":6,"message":"User not found"}' : '{"code":404,"error":"gone"}',
    })
    await world.sources.sync(uid, source)
    await world.settle()
    world[source].stopFailing()
    expect((await world.statusOf(uid, source))?.status).toBe('failed')
    expect(await world.rowsOf(uid, source)).toEqual(before)
  })
})

describe('proof', () => {
  test('a ListenBrainz token verifies a name and is not stored', async () => {
    const uid = await world.person()
    expect(await world.sources.link(uid, 'listenbrainz', { name: 'Prover', token: 'token-of-Prover' })).toMatchObject({ verified: true })
    expect((await world.statusOf(uid, 'listenbrainz'))?.verified).toBe(true)
  })

  test("another user's token verifies nothing, and nothing is linked", async () => {
    const uid = await world.person()
    expect(await errorCode(world.sources.link(uid, 'listenbrainz', { name: 'Victim', token: 'token-of-Attacker' }))).toBe('token_wrong')
    expect(await errorCode(world.sources.link(uid, 'listenbrainz', { name: 'Victim', token: 'nonsense' }))).toBe('token_wrong')
    expect((await world.statusOf(uid, 'listenbrainz'))?.status).toBe('not_connected')
  })

  test('a verified owner replaces an unverified claim and its data; a verified name stays', async () => {
    const claimant = await world.person()
    const owner = await world.person()
    await world.sources.link(claimant, 'listenbrainz', { name: 'Wanted' })
    await world.settle()
    world.hub.takeFrames()
    expect(await world.sources.link(owner, 'listenbrainz', { name: 'wanted', token: 'token-of-Wanted' })).toMatchObject({ verified: true })
    expect((await world.statusOf(claimant, 'listenbrainz'))?.status).toBe('not_connected')
    expect(await world.rowsOf(claimant, 'listenbrainz')).toEqual([])
    expect(world.hub.takeFrames().some(({ uid, event }) => uid === claimant && event === 'source_changed')).toBe(true)
    expect(world.published.findLast((event) => 'by' in event && event.by === claimant)?.kind).toBe('source.stopped')
    expect(await errorCode(world.sources.link(claimant, 'listenbrainz', { name: 'wanted' }))).toBe('account_in_use')
  })
})

describe('proof by signing in at Last.fm', () => {
  test('signing in at Last.fm verifies the name, links it with the chosen consent and reads it', async () => {
    const uid = await world.person()
    const { authorize_url } = await world.sources.begin(uid, 'lastfm', '/social_connect', { shownTo: 'buddies', countsForMatching: false })
    const back = await logInAt(authorize_url, 'signed.in')
    expect(back.pathname).toBe('/__auth/lastfm')
    const answer = { code: back.searchParams.get('token') ?? '', state: back.searchParams.get('state') ?? '' }
    const { source } = await world.sources.finish(uid, 'lastfm', answer)
    expect(source).toMatchObject({
      account: 'signed.in',
      verified: true,
      shown_to: 'buddies',
      counts_for_matching: false,
      status: 'syncing',
    })
    await world.settle()
    expect((await world.rowsOf(uid, 'lastfm')).length).toBeGreaterThan(10)
  })

  test('a verified owner replaces an unverified claim', async () => {
    const claimant = await world.person()
    const owner = await world.person()
    await world.sources.link(claimant, 'lastfm', { name: 'Rightful' })
    await world.settle()
    expect(await world.connect(owner, 'lastfm', 'rightful')).toMatchObject({ verified: true })
    expect((await world.statusOf(claimant, 'lastfm'))?.status).toBe('not_connected')
    expect(await world.rowsOf(claimant, 'lastfm')).toEqual([])
    expect(await errorCode(world.connect(await world.person(), 'lastfm', 'rightful'))).toBe('account_in_use')
  })

  test("A32, A33, A34: a callback without its state, with another user's state, late, or repeated links nothing", async () => {
    const uid = await world.person()
    const attacker = await world.person()
    const theirs = await world.agree(attacker, 'lastfm', 'attacker')
    expect(await errorCode(world.sources.finish(uid, 'lastfm', theirs))).toBe('authorization_failed')
    expect(await errorCode(world.sources.finish(uid, 'lastfm', { ...theirs, state: 'made up' }))).toBe('authorization_failed')
    expect(await errorCode(world.sources.finish(attacker, 'spotify', theirs))).toBe('authorization_failed')
    const mine = await world.agree(uid, 'lastfm', 'myself')
    world.clock.pass(11 * 60_000)
    expect(await errorCode(world.sources.finish(uid, 'lastfm', mine))).toBe('authorization_failed')
    const repeated = await world.agree(uid, 'lastfm', 'myself')
    await world.sources.finish(uid, 'lastfm', repeated)
    expect(await errorCode(world.sources.finish(uid, 'lastfm', repeated))).toBe('authorization_failed')
    const { state } = await world.agree(uid, 'lastfm', 'myself')
    expect(await errorCode(world.sources.finish(uid, 'lastfm', { code: 'nonsense', state }))).toBe('authorization_code_rejected')
    expect((await world.statusOf(attacker, 'lastfm'))?.status).toBe('not_connected')
  })

  test('linking a verified name again by name alone stays verified', async () => {
    const uid = await world.person()
    await world.connect(uid, 'lastfm', 'proven')
    expect(await world.sources.link(uid, 'lastfm', { name: 'Proven' })).toMatchObject({ verified: true })
    expect(await world.sources.link(uid, 'lastfm', { name: 'unproven' })).toMatchObject({ verified: false })
  })

  test('each source has the method that verifies a name', async () => {
    const uid = await world.person()
    const proofs = (await world.sources.list(uid)).map(({ source, proof }) => [source, proof])
    expect(Object.fromEntries(proofs)).toMatchObject({ spotify: null, youtube: null, listenbrainz: 'token', lastfm: 'web', picks: null })
  })
})

test('a private Last.fm profile is rejected as private', async () => {
  const uid = await world.person()
  await world.sources.link(uid, 'lastfm', { name: 'private' })
  await world.settle()
  expect((await world.statusOf(uid, 'lastfm'))?.status).toBe('failed')
})

test('a profile URL works like its name', () => {
  expect(parseProfileName('lastfm', 'https://www.last.fm/user/some_one?x=1')).toBe('some_one')
  expect(parseProfileName('lastfm', 'last.fm/de/user/some_one/library')).toBe('some_one')
  expect(parseProfileName('listenbrainz', 'https://listenbrainz.org/user/Zo%C3%AB/')).toBe('Zoë')
  expect(parseProfileName('listenbrainz', '@zoe ')).toBe('zoe')
  expect(parseProfileName('listenbrainz', 'https://listenbrainz.org/user/100%')).toBe('100%')
})
