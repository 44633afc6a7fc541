import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import { reportKind, type ReportKind } from '#contract/moderation.ts'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { peopleWorld } from '#tests/kit/people.ts'
import type { Bus } from '#server/platform/bus/bus.ts'
import { createMemoryBus, createMemoryExchange } from '#server/platform/bus/memory-bus.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { DomainEvent } from '#server/platform/domain-events.ts'
import { createSecrets } from '#server/platform/crypto/sealed-secrets.ts'
import { createModerationFeature } from './moderation.feature.ts'
import { EVIDENCE_MS, REPORTS_PER_DAY } from './moderation.service.ts'
import type { Evidence } from './moderation.types.ts'
import { moderatorsCommand } from './moderators.command.ts'
import { reportablePerson } from './reportable-person.ts'

const log = pino({ level: 'silent' })
const HOUR_MS = 3_600_000

let database: Database
let world: ReturnType<typeof peopleWorld>
let count = 0
let anna: Uid
let ben: Uid
let mod: Uid
let published: DomainEvent[]
let closed: Uid[]
/** Reportable content by id, as the features return it to viewers who may see it. */
let reportables: Map<string, Evidence>
let hidden: string[]
let exchange: ReturnType<typeof createMemoryExchange>
let moderating: ReturnType<typeof createModerationFeature>

beforeAll(async () => {
  database = await testDatabase()
  world = peopleWorld(database.db)
})
afterAll(() => database.close())
beforeEach(async () => {
  count++
  anna = await world.person(`anna${count}`, 'Anna')
  ben = await world.person(`ben${count}`, 'Ben')
  mod = await world.person(`mod${count}`, 'Mod')
  published = []
  closed = []
  hidden = []
  reportables = new Map()
  exchange = createMemoryExchange()
  moderating = start()
  await sql`delete from reports`.execute(world.db)
  await sql`delete from moderation_log`.execute(world.db)
  await sql`delete from suspensions`.execute(world.db)
  await moderatorsCommand(world, ['add', `mod${count}`])
})

function start(over: Partial<Bus> = {}) {
  const reportable = { evidence: async (_viewer: Uid, id: string) => reportables.get(id) ?? null }
  const content = { ...reportable, hide: async (id: string) => void hidden.push(id) }
  return createModerationFeature({
    db: world.db,
    clock: world.clock,
    newId: () => newUuidv7(world.clock.now().getTime()),
    bus: { ...createMemoryBus({ log, exchange }), ...over },
    facts: { publish: (fact) => void published.push(fact) },
    profiles: world.profiles,
    reportables: { person: reportablePerson(world), moment: content, comment: content, message: reportable, group: reportable },
    readPicture: async (_viewer, id) => Buffer.from(`picture ${id}`),
    readRecording: async (_viewer, id) => ({ bytes: Buffer.from(`voice ${id}`), mimeType: 'audio/webm' }),
    sealer: createSecrets({ secret: 'a secret' }),
    closeSockets: (uid) => void closed.push(uid),
    log,
  })
}

const errorOf = (act: Promise<unknown>) =>
  act.then(
    () => 'went through',
    (error: unknown) => (error instanceof AppError ? error.code : error),
  )
function bad(text = 'bad words'): string {
  const id = randomUUID()
  reportables.set(id, { author: ben, text, pictures: ['one'] })
  return id
}
const report = (by: Uid, kind: ReportKind, id: string, text = '') =>
  moderating.moderation.report(by, { kind, id, reason: 'harassment', text })
const queue = async () => (await moderating.moderation.reports(mod, {})).reports
async function reported(kind: ReportKind = 'moment', id = bad()) {
  await report(anna, kind, id, 'Look at this')
  const found = (await queue()).find((it) => it.kind === kind)
  if (!found) throw new Error('the report is not in the queue')
  return { id: found.id, target: id }
}

describe('a report', () => {
  test('enters the queue with a copy of the reported content, which remains when the original is deleted', async () => {
    const { id, target } = await reported()
    reportables.delete(target)
    expect(await queue()).toMatchObject([{ id, kind: 'moment', reason: 'harassment', state: 'open', about: { name: 'Ben' }, same: 1 }])
    const whole = await moderating.moderation.getReport(mod, id)
    const picture = `data:image/webp;base64,${Buffer.from('picture one').toString('base64')}`
    expect(whole).toMatchObject({
      text: 'Look at this',
      evidence: { text: 'bad words', pictures: [picture] },
      can_hide: true,
      upheld_before: 0,
    })
  })

  test.each(reportKind.options)('of a %s is stored', async (kind) => {
    const { id } = await reported(kind, kind === 'person' ? ben : bad())
    expect(await queue()).toMatchObject([{ id, kind }])
  })

  test('never shows who sent it, and its copy is sealed in the store', async () => {
    const { id } = await reported()
    const { rows } = await sql<{ text: string }>`select to_jsonb(reports)::text as text from reports`.execute(world.db)
    expect(JSON.stringify(rows)).not.toContain('bad words')
    expect(JSON.stringify(await moderating.moderation.getReport(mod, id))).not.toContain(anna)
  })

  test('about a person copies their profile', async () => {
    const { id } = await reported('person', ben)
    expect(await moderating.moderation.getReport(mod, id)).toMatchObject({
      evidence: { text: `Ben (@ben${count})`, pictures: [] },
      can_hide: false,
    })
  })

  test('is accepted only for visible content of others, and can be repeated', async () => {
    const id = bad()
    await report(anna, 'message', id)
    await report(anna, 'message', id)
    expect((await queue()).length).toBe(1)
    expect(await errorOf(report(anna, 'message', randomUUID()))).toBe('not_found')
    expect(await errorOf(report(ben, 'message', id))).toBe('invalid_input')
    await world.connections.block(ben, anna)
    expect(await errorOf(report(anna, 'person', ben))).toBe('not_found')
  })

  test('can be sent twenty times a day', async () => {
    for (let at = 0; at < REPORTS_PER_DAY; at++) await report(anna, 'moment', bad())
    expect(await errorOf(report(anna, 'moment', bad()))).toBe('rate_limited')
    world.clock.pass(24 * HOUR_MS)
    expect(await errorOf(report(anna, 'moment', bad()))).toBe('went through')
  })

  test('loses its copy after 90 days', async () => {
    const { id } = await reported()
    world.clock.pass(EVIDENCE_MS - HOUR_MS)
    await moderating.moderation.removeOldEvidence()
    expect((await moderating.moderation.getReport(mod, id)).evidence).not.toBeNull()
    world.clock.pass(2 * HOUR_MS)
    await moderating.moderation.removeOldEvidence()
    expect((await moderating.moderation.getReport(mod, id)).evidence).toBeNull()
  })
})

describe('moderation', () => {
  test('is for moderators alone: for other users it does not exist', async () => {
    const { id } = await reported()
    const { moderation } = moderating
    const actions = [
      moderation.reports(anna, {}),
      moderation.getReport(anna, id),
      moderation.decide(anna, id, { act: 'dismiss' }),
      moderation.appeals(anna),
      moderation.answerAppeal(anna, ben, { lift: true, text: 'x' }),
      moderation.log(anna, {}),
    ]
    expect(await Promise.all(actions.map(errorOf))).toEqual(actions.map(() => 'not_found'))
  })

  test('hides content, closes every report about it, and notifies the author and the reporters', async () => {
    const { id, target } = await reported()
    await report(mod, 'moment', target)
    expect((await queue())[0]?.same).toBe(2)
    const decided = await moderating.moderation.decide(mod, id, { act: 'hide', reason: 'Insults' })
    expect([decided.state, hidden, await queue()]).toEqual(['hidden', [target], []])
    expect(published.map((it) => it.kind === 'moderation.decided' && [it.to, it.about])).toEqual([
      [ben, 'hidden-moment'],
      ...[anna, mod].map((uid) => [uid, 'report-upheld']),
    ])
    expect(await errorOf(moderating.moderation.decide(mod, id, { act: 'dismiss' }))).toBe('wrong_state')
    expect((await moderating.moderation.ownReports(anna)).map(({ outcome }) => outcome)).toEqual(['upheld'])
    expect((await moderating.moderation.reports(mod, { state: 'decided' })).reports.map((it) => it.state)).toEqual(['hidden', 'hidden'])
  })

  test('can dismiss, and can’t hide a message of a private chat', async () => {
    const { id } = await reported('message')
    expect(await errorOf(moderating.moderation.decide(mod, id, { act: 'hide', reason: 'x' }))).toBe('invalid_input')
    const own = async () => (await moderating.moderation.ownReports(anna)).map(({ id: reportId, outcome }) => [reportId, outcome])
    expect(await own()).toEqual([[id, 'open']])
    expect((await moderating.moderation.decide(mod, id, { act: 'dismiss' })).state).toBe('dismissed')
    expect([await own(), await moderating.moderation.ownReports(ben)]).toEqual([[[id, 'dismissed']], []])
    expect(published.map((it) => it.kind === 'moderation.decided' && [it.to, it.about])).toEqual([[anna, 'report-dismissed']])
    expect([hidden, moderating.suspensions.isSuspended(ben)]).toEqual([[], false])
  })

  test('logs who viewed and who did what', async () => {
    const { id } = await reported()
    await moderating.moderation.getReport(mod, id)
    await moderating.moderation.getReport(mod, id)
    world.clock.pass(1_000)
    await moderating.moderation.decide(mod, id, { act: 'suspend', reason: 'Insults' })
    const { log: entries } = await moderating.moderation.log(mod, {})
    expect(entries.map(({ act, moderator, about, note }) => [act, moderator?.name, about?.name, note])).toEqual([
      ['suspended', 'Mod', 'Ben', 'Insults'],
      ['looked', 'Mod', 'Ben', ''],
    ])
  })

  test('comes in pages without losing or repeating any', async () => {
    for (let at = 0; at < 5; at++) {
      await report(anna, 'moment', bad())
      world.clock.pass(1_000)
    }
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await moderating.moderation.reports(mod, { cursor, limit: 2 })
      seen.push(...page.reports.map((it) => it.id))
      cursor = page.next ?? undefined
    } while (cursor)
    expect(seen).toEqual((await queue()).map((it) => it.id))
    expect(seen).toHaveLength(5)
    expect(await moderating.moderation.status(mod)).toEqual({ is_moderator: true, waiting: 5 })
  })
})

describe('a suspended person', () => {
  async function suspended() {
    const { id } = await reported()
    await moderating.moderation.decide(mod, id, { act: 'suspend', reason: 'Insults' })
  }

  test('is signed out at once, on every server, and after a restart', async () => {
    const other = start()
    await suspended()
    expect([moderating.suspensions.isSuspended(ben), closed]).toEqual([true, [ben]])
    await expect.poll(() => other.suspensions.isSuspended(ben)).toBe(true)
    const later = start()
    await later.suspensions.start()
    expect([later.suspensions.isSuspended(ben), later.suspensions.isSuspended(anna)]).toEqual([true, false])
  })

  test('is signed out on a disconnected server as soon as it is connected again', async () => {
    let rejoined: (since: Date) => void = () => undefined
    const cutOff = start({ onAnnouncement: () => undefined, onReconnected: (listener) => void (rejoined = listener) })
    await suspended()
    expect(cutOff.suspensions.isSuspended(ben)).toBe(false)
    rejoined(new Date())
    await expect.poll(() => cutOff.suspensions.isSuspended(ben)).toBe(true)
  })

  test('gets the reason and one appeal', async () => {
    await suspended()
    expect(await moderating.suspensions.of(ben)).toMatchObject({ reason: 'Insults', appeal: null, answer: null })
    expect(await moderating.suspensions.appeal(ben, 'It was a joke')).toMatchObject({ appeal: { text: 'It was a joke' } })
    expect(await errorOf(moderating.suspensions.appeal(ben, 'Really'))).toBe('wrong_state')
    expect(await errorOf(moderating.suspensions.appeal(anna, 'Me too'))).toBe('not_found')
    expect((await moderating.moderation.appeals(mod)).map((it) => [it.person.name, it.suspension.appeal?.text])).toEqual([
      ['Ben', 'It was a joke'],
    ])
    await moderating.moderation.answerAppeal(mod, ben, { lift: false, text: 'It was none' })
    expect(await moderating.suspensions.of(ben)).toMatchObject({ answer: { text: 'It was none' } })
    expect([await moderating.moderation.appeals(mod), moderating.suspensions.isSuspended(ben)]).toEqual([[], true])
  })

  test('can sign in at once when the suspension is lifted', async () => {
    await suspended()
    await moderating.suspensions.appeal(ben, 'Sorry')
    await moderating.moderation.answerAppeal(mod, ben, { lift: true, text: 'Welcome back' })
    expect([moderating.suspensions.isSuspended(ben), await moderating.suspensions.of(ben)]).toEqual([false, null])
    expect(await errorOf(moderating.moderation.answerAppeal(mod, ben, { lift: true, text: 'x' }))).toBe('wrong_state')
  })
})

describe('the operator’s command', () => {
  test('adds and removes moderators by user name, and explains itself', async () => {
    const run = async (...args: string[]) => (await moderatorsCommand(world, args)).text
    expect(await run('add', `@Anna${count}`)).toBe(`@anna${count} may look at reports now: /moderation`)
    expect(await run('add', `anna${count}`)).toBe(`@anna${count} already may.`)
    expect(await run('list')).toContain(`@anna${count}`)
    expect(await moderating.moderation.status(anna)).toMatchObject({ is_moderator: true })
    expect(await run('remove', `anna${count}`)).toBe(`@anna${count} may look at reports no more.`)
    expect(await moderating.moderation.status(anna)).toEqual({ is_moderator: false, waiting: 0 })
    expect(await run('add', 'nobody.of.that.name')).toBe('Nobody here is called @nobody.of.that.name.')
    expect(await run()).toContain('Usage')
  })
})
