import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import { reportKind } from '#contract/moderation.ts'
import { moderationPersonalData } from './moderation.personal.store.ts'
import { EVIDENCE_MS, REPORTS_PER_DAY } from './reporting.service.ts'
import { moderatorsCommand } from './moderators.command.ts'
import {
  anna,
  aReportable,
  ben,
  count,
  ended,
  hidden,
  mod,
  moderating,
  published,
  queue,
  report,
  reportables,
  reported,
  useModerationWorld,
  waiting,
  world,
} from './moderation.test-world.ts'
import { errorCode } from '#tests/kit/error-code.ts'

const HOUR_MS = 3_600_000

useModerationWorld()

describe('a report', () => {
  test('enters the queue with a copy of the reported content, which remains when the original is deleted', async () => {
    const { id, target } = await reported()
    reportables.delete(target)
    expect(await queue()).toMatchObject([{ id, kind: 'moment', reasons: ['harassment'], state: 'open', about: { name: 'Ben' }, same: 1 }])
    const whole = await moderating.moderation.getReport(mod, id)
    const picture = `data:image/webp;base64,${Buffer.from('picture one').toString('base64')}`
    expect(whole).toMatchObject({
      texts: ['Look at this'],
      evidence: { text: 'bad words', pictures: [picture] },
      can_hide: true,
      upheld_before: 0,
    })
  })

  test('about content that others reported joins their row, with all reasons, texts, and copies, and one decision', async () => {
    const { moderation } = moderating
    const { id, target } = await reported()
    world.clock.pass(1_000)
    const { id: apart } = await reported('comment')
    const others = [await world.person(`third${count}`, 'Third'), await world.person(`fourth${count}`, 'Fourth')]
    for (const uid of others) await moderation.report(uid, { kind: 'moment', id: target, reason: 'hate', text: 'Me too' })
    reportables.set(target, { author: ben, text: 'worse words', pictures: [] })
    world.clock.pass(1_000)
    await report(mod, 'moment', target)
    const row = { id, reasons: ['harassment', 'hate'], same: 4 }
    const { reports, next, open } = await moderation.reports(mod, { limit: 1 })
    expect([reports, open]).toMatchObject([[row], 2])
    expect((await moderation.reports(mod, { limit: 1, cursor: next ?? '' })).reports).toMatchObject([{ id: apart, same: 1 }])
    const { id: last = '' } = (await moderation.ownReports(mod))[0] ?? {}
    const whole = await moderation.getReport(mod, last)
    expect(whole).toMatchObject({
      ...row,
      texts: ['Look at this', 'Me too', 'Me too'],
      evidence: { text: 'bad words' },
      later_evidence: [{ text: 'worse words' }],
    })
    await moderation.decide(mod, last, { act: 'dismiss' })
    expect((await moderation.reports(mod, { state: 'decided' })).reports).toMatchObject([row])
    expect((await moderation.getReport(mod, id)).log.map(({ act }) => act).toSorted()).toEqual(['dismissed', 'looked'])
  })

  test.each(reportKind.options)('of a %s is stored', async (kind) => {
    const { id } = await reported(kind, kind === 'person' ? ben : aReportable())
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
    const id = aReportable()
    await report(anna, 'message', id)
    await report(anna, 'message', id)
    expect((await queue()).length).toBe(1)
    for (const text of ['First', 'Then this', 'First', '']) await report(anna, 'message', id, text)
    const [row] = await queue()
    expect((await moderating.moderation.getReport(mod, row?.id ?? '')).texts).toEqual(['First\n\nThen this'])
    expect(await errorCode(report(anna, 'message', randomUUID()))).toBe('not_found')
    expect(await errorCode(report(ben, 'message', id))).toBe('invalid_input')
    await world.connections.block(ben, anna)
    expect(await errorCode(report(anna, 'person', ben))).toBe('not_found')
  })

  test('notifies the moderators, but none who sent it or is reported, and again when nothing waits anymore', async () => {
    const other = await world.person(`other${count}`, 'Other')
    await moderatorsCommand(world, ['add', `other${count}`])
    const own = randomUUID()
    reportables.set(own, { author: other, text: 'by a moderator', pictures: [] })
    await report(mod, 'moment', own)
    expect([mod, other].map((uid) => waiting[0]?.to.includes(uid))).toEqual([false, false])
    const { id } = await reported('comment')
    await report(anna, 'moment', own, 'Again')
    await report(anna, 'moment', own, 'And again')
    expect(waiting.map(({ to, isWaiting }) => [to.includes(mod), to.includes(other), isWaiting])).toEqual([
      [false, false, true],
      [true, true, true],
      [true, false, true],
    ])
    await moderating.moderation.decide(mod, id, { act: 'dismiss' })
    expect(ended()).not.toContain('reports-waiting')
    // The last report is about this moderator, so they have no open report.
    expect(ended(other)).toContain('reports-waiting')
    const [last] = await queue()
    await moderating.moderation.decide(mod, last?.id ?? '', { act: 'dismiss' })
    expect(ended()).toContain('reports-waiting')
  })

  describe('whose subject deletes the account', () => {
    const deleteAccount = async (uid: Uid) => {
      const end = await moderationPersonalData({ db: world.db, moderation: moderating.moderation }).eraseRows?.(world.db, uid)
      await sql`delete from people where uid = ${uid}`.execute(world.db)
      await end?.()
    }
    const outcomes = async () => (await moderating.moderation.ownReports(anna)).map(({ outcome }) => outcome)

    test('stays with its copy and its state, and without the account', async () => {
      const { id } = await reported('comment')
      await deleteAccount(ben)
      expect(ended()).not.toContain('reports-waiting')
      expect(await queue()).toMatchObject([{ id, about: null, state: 'open' }])
      const withoutAccount = { about: null, evidence: { text: 'bad words' }, can_hide: false, is_suspended: false, upheld_before: 0 }
      expect(await moderating.moderation.getReport(mod, id)).toMatchObject(withoutAccount)
      expect(await outcomes()).toEqual(['open'])
    })

    test('can be upheld or dismissed, and nothing is hidden, suspended, or restored', async () => {
      const { id } = await reported()
      expect(await errorCode(moderating.moderation.decide(mod, id, { act: 'uphold' }))).toBe('invalid_input')
      await deleteAccount(ben)
      for (const act of ['hide', 'suspend'] as const)
        expect(await errorCode(moderating.moderation.decide(mod, id, { act, reason: 'Insults' }))).toBe('invalid_input')
      await moderating.moderation.decide(mod, id, { act: 'uphold' })
      expect(await outcomes()).toEqual(['upheld'])
      world.clock.pass(1_000)
      await moderating.moderation.decide(mod, id, { act: 'dismiss', was: 'hidden' })
      expect([await outcomes(), hidden]).toEqual([['dismissed'], []])
      expect(published.map((event) => event.kind === 'moderation.decided' && [event.to, event.about])).toEqual([
        [anna, 'report-upheld'],
        [anna, 'report-dismissed'],
      ])
      const { log: entries } = await moderating.moderation.log(mod, {})
      expect(entries.map(({ act, about }) => [act, about])).toEqual([
        ['dismissed', null],
        ['upheld', null],
      ])
    })

    test('is decided apart from reports about the next owner of the same group', async () => {
      const { id, target } = await reported('group')
      await deleteAccount(ben)
      const next = await world.person(`next${count}`, 'Next')
      reportables.set(target, { author: next, text: 'bad words', pictures: [] })
      await report(mod, 'group', target)
      await moderating.moderation.decide(mod, id, { act: 'uphold' })
      expect((await queue()).map(({ about, state }) => [about?.uid, state])).toEqual([[next, 'open']])
    })

    test('is deleted after 90 days, which ends the notice', async () => {
      await reported()
      await deleteAccount(ben)
      world.clock.pass(EVIDENCE_MS - HOUR_MS)
      await moderating.moderation.removeOldEvidence()
      expect([await outcomes(), ended()]).toEqual([['open'], expect.not.arrayContaining(['reports-waiting'])])
      world.clock.pass(2 * HOUR_MS)
      await moderating.moderation.removeOldEvidence()
      expect([await outcomes(), await queue()]).toEqual([[], []])
      expect(ended()).toContain('reports-waiting')
    })
  })

  test('can be sent twenty times a day', async () => {
    for (let index = 0; index < REPORTS_PER_DAY; index++) await report(anna, 'moment', aReportable())
    expect(await errorCode(report(anna, 'moment', aReportable()))).toBe('rate_limited')
    world.clock.pass(24 * HOUR_MS)
    expect(await errorCode(report(anna, 'moment', aReportable()))).toBe('resolved')
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
