import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import { BUILTIN_ISSUER } from '#server/features/identity/provider/builtin.ts'
import { type ModeratorsCommand, moderatorsCommand } from './moderators.command.ts'
import {
  addresses,
  anna,
  aReportable,
  ben,
  count,
  emails,
  ended,
  fail,
  hidden,
  mod,
  moderating,
  published,
  queue,
  report,
  reportables,
  reported,
  useModerationWorld,
  world,
} from './moderation.test-world.ts'
import { errorCode } from '#tests/kit/error-code.ts'

useModerationWorld()

describe('moderation', () => {
  test('is available to moderators only: for other users it does not exist', async () => {
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
    expect(await Promise.all(actions.map(errorCode))).toEqual(actions.map(() => 'not_found'))
  })

  test('never shows a moderator the reports about them, or what was done about these', async () => {
    const { moderation } = moderating
    const other = await world.person(`other${count}`, 'Other')
    await moderatorsCommand(world, ['add', `other${count}`])
    const content = randomUUID()
    reportables.set(content, { author: other, text: 'by a moderator', pictures: [] })
    const { id } = await reported('moment', content)
    world.clock.pass(1_000)
    const { id: second } = await reported('comment')
    const listAll = async (viewer: Uid) => {
      const [open, decided, { log: entries }] = await Promise.all([
        moderation.reports(viewer, {}),
        moderation.reports(viewer, { state: 'decided' }),
        moderation.log(viewer, {}),
      ])
      const { waiting: waits } = await moderation.status(viewer)
      return [
        open.reports.map((entry) => entry.id),
        decided.reports.map((entry) => entry.id),
        open.open,
        waits,
        entries.map((entry) => entry.act),
      ]
    }
    await moderation.getReport(mod, id)
    expect([await listAll(mod), await listAll(other)]).toEqual([
      [[id, second], [], 2, 2, ['looked']],
      [[second], [], 1, 1, []],
    ])
    world.clock.pass(1_000)
    await moderation.decide(mod, id, { act: 'hide', reason: 'Insults' })
    expect([await listAll(mod), await listAll(other)]).toEqual([
      [[second], [id], 1, 1, ['hid', 'looked']],
      [[second], [], 1, 1, []],
    ])
    const own = [moderation.getReport(other, id), moderation.decide(other, id, { act: 'dismiss', was: 'hidden' })]
    expect(await Promise.all(own.map(errorCode))).toEqual(['not_found', 'not_found'])
    expect((await moderation.log(mod, {})).log).toHaveLength(2)
  })

  test('reports about two owners of the same group are two rows, and none of them is about the viewer', async () => {
    const other = await world.person(`other${count}`, 'Other')
    await moderatorsCommand(world, ['add', `other${count}`])
    const group = randomUUID()
    reportables.set(group, { author: other, text: 'a group', pictures: [] })
    await report(anna, 'group', group)
    reportables.set(group, { author: ben, text: 'a group', pictures: [] })
    await report(mod, 'group', group)
    const countSame = async (viewer: Uid) => (await moderating.moderation.reports(viewer, {})).reports.map((entry) => entry.same)
    expect([await countSame(mod), await countSame(other)]).toEqual([[1, 1], [1]])
  })

  test('hides content, closes every report about it, and notifies the author and the reporters', async () => {
    const { id, target } = await reported()
    await report(mod, 'moment', target)
    expect((await queue())[0]?.same).toBe(2)
    const decided = await moderating.moderation.decide(mod, id, { act: 'hide', reason: 'Insults' })
    expect([decided.state, hidden, await queue()]).toEqual(['hidden', [target], []])
    const notices = published.map((event) => event.kind === 'moderation.decided' && [event.to, event.about])
    expect(notices).toHaveLength(3)
    expect(new Set(notices)).toEqual(new Set([[ben, 'hidden-moment'], ...[anna, mod].map((uid) => [uid, 'report-upheld'])]))
    expect(await errorCode(moderating.moderation.decide(mod, id, { act: 'dismiss' }))).toBe('wrong_state')
    expect((await moderating.moderation.ownReports(anna)).map(({ outcome }) => outcome)).toEqual(['upheld'])
    expect((await moderating.moderation.reports(mod, { state: 'decided' })).reports.map((entry) => entry.state)).toEqual(['hidden'])
  })

  test('can dismiss, and can’t hide a message of a private chat', async () => {
    const { id } = await reported('message')
    expect(await errorCode(moderating.moderation.decide(mod, id, { act: 'hide', reason: 'x' }))).toBe('invalid_input')
    const ownReports = async () => (await moderating.moderation.ownReports(anna)).map(({ id: reportId, outcome }) => [reportId, outcome])
    expect(await ownReports()).toEqual([[id, 'open']])
    expect((await moderating.moderation.decide(mod, id, { act: 'dismiss' })).state).toBe('dismissed')
    expect([await ownReports(), await moderating.moderation.ownReports(ben)]).toEqual([[[id, 'dismissed']], []])
    expect(published.map((event) => event.kind === 'moderation.decided' && [event.to, event.about])).toEqual([[anna, 'report-dismissed']])
    expect([hidden, moderating.suspensions.isSuspended(ben)]).toEqual([[], false])
  })

  test('lets only the first of two moderators decide, and informs the second', async () => {
    const { moderation } = moderating
    const { id } = await reported()
    const both = [moderation.decide(mod, id, { act: 'dismiss' }), moderation.decide(mod, id, { act: 'suspend', reason: 'Insults' })]
    expect(new Set(await Promise.all(both.map(errorCode)))).toEqual(new Set(['resolved', 'wrong_state']))
    const { state } = await moderation.getReport(mod, id)
    expect([hidden.length, moderating.suspensions.isSuspended(ben)]).toEqual(state === 'dismissed' ? [0, false] : [1, true])
    expect(await errorCode(moderation.decide(mod, id, { act: 'hide', reason: 'Insults' }))).toBe('wrong_state')
  })

  test('leaves a report open when its action fails', async () => {
    const { id } = await reported()
    fail()
    expect(await errorCode(moderating.moderation.decide(mod, id, { act: 'hide', reason: 'Insults' }))).toEqual(new Error('no database'))
    expect((await queue()).map((entry) => [entry.id, entry.state])).toEqual([[id, 'open']])
    expect(published).toEqual([])
  })

  test.each(['hide', 'suspend'] as const)('rolls back a decision to %s whose last step fails, so that it can be repeated', async (act) => {
    const { moderation, suspensions } = moderating
    const { id, target } = await reported()
    const decide = () => moderation.decide(mod, id, { act, reason: 'Insults' })
    // As after a crash or an outage before the commit.
    await sql`alter table moderation_log add constraint failing check (act = 'looked') not valid`.execute(world.db)
    expect(await errorCode(decide())).toMatchObject({ message: expect.stringContaining('failing') })
    await sql`alter table moderation_log drop constraint failing`.execute(world.db)
    expect((await queue()).map((entry) => [entry.id, entry.state])).toEqual([[id, 'open']])
    expect([hidden, await suspensions.get(ben), suspensions.isSuspended(ben), published, emails]).toEqual([[], null, false, [], []])
    expect((await decide()).log.map((entry) => entry.act)).toEqual([act === 'hide' ? 'hid' : 'suspended'])
    expect([hidden, suspensions.isSuspended(ben)]).toEqual([[target], act === 'suspend'])
  })

  test('lifts a suspension by an appeal together with its log entry, or not at all', async () => {
    const { moderation, suspensions } = moderating
    const { id } = await reported('message')
    await moderation.decide(mod, id, { act: 'suspend', reason: 'Insults' })
    await moderation.appeal(ben, 'Sorry')
    const lift = () => moderation.answerAppeal(mod, ben, { lift: true, text: 'Welcome back' })
    await sql`alter table moderation_log add constraint failing check (act <> 'lifted') not valid`.execute(world.db)
    expect(await errorCode(lift())).toMatchObject({ message: expect.stringContaining('failing') })
    await sql`alter table moderation_log drop constraint failing`.execute(world.db)
    expect([await moderation.appeals(mod), suspensions.isSuspended(ben)]).toMatchObject([[{ suspension: { answer: null } }], true])
    await lift()
    expect([await moderation.appeals(mod), suspensions.isSuspended(ben)]).toEqual([[], false])
  })

  test('completes a decision although a step after its commit fails', async () => {
    const { id } = await reported('message')
    addresses.set(ben, 'ben@own.example')
    fail()
    const whole = await moderating.moderation.decide(mod, id, { act: 'suspend', reason: 'Insults' })
    expect([whole.state, whole.is_suspended, ended()]).toEqual(['suspended', true, ['reports-waiting', 'appeals-waiting']])
  })

  test('uses one id for the notices of all decisions about the same content, so that the latest replaces the earlier ones', async () => {
    const { moderation } = moderating
    const { id, target } = await reported()
    world.clock.pass(1_000)
    await report(mod, 'moment', target)
    const { id: second = '' } = (await moderation.ownReports(mod))[0] ?? {}
    await moderation.decide(mod, second, { act: 'hide', reason: 'Insults' })
    world.clock.pass(1_000)
    await moderation.decide(mod, id, { act: 'dismiss', was: 'hidden' })
    world.clock.pass(1_000)
    const { id: third } = await reported('moment', target)
    await moderation.decide(mod, third, { act: 'hide', reason: 'Insults' })
    expect(published.map((event) => event.kind === 'moderation.decided' && event.reportId)).toEqual(Array(8).fill(id))
  })

  test('can change a decision, which reverts the earlier one', async () => {
    const { moderation, suspensions } = moderating
    const { id, target } = await reported()
    await moderation.decide(mod, id, { act: 'suspend', reason: 'Insults' })
    world.clock.pass(1_000)
    await moderation.decide(mod, id, { act: 'hide', was: 'suspended', reason: 'Only this' })
    expect([hidden, suspensions.isSuspended(ben)]).toEqual([[target, target], false])
    world.clock.pass(1_000)
    expect((await moderation.decide(mod, id, { act: 'dismiss', was: 'hidden' })).state).toBe('dismissed')
    expect([hidden, (await moderation.ownReports(anna)).map((entry) => entry.outcome)]).toEqual([[], ['dismissed']])
    expect(published.flatMap((event) => (event.kind === 'moderation.decided' ? [[event.to, event.about]] : []))).toEqual([
      [anna, 'report-upheld'],
      [ben, 'lifted'],
      [ben, 'hidden-moment'],
      [ben, 'restored-moment'],
      [anna, 'report-dismissed'],
    ])
  })

  describe('with several reports about one person', () => {
    /** A report about Ben. Each decision about it is a second after the one before. */
    async function reportWithDecisions(kind: 'message' | 'moment' = 'message', target = aReportable()) {
      const { id } = await reported(kind, target)
      let was: 'open' | 'dismissed' | 'hidden' | 'suspended' = 'open'
      return {
        id,
        async decide(act: 'dismiss' | 'hide' | 'suspend') {
          world.clock.pass(1_000)
          const decided = await moderating.moderation.decide(mod, id, {
            was,
            ...(act === 'dismiss' ? { act } : { act, reason: 'Insults' }),
          })
          was = decided.state
        },
      }
    }
    const isSuspended = async () => {
      const stored = (await moderating.suspensions.get(ben)) !== null
      expect(moderating.suspensions.isSuspended(ben)).toBe(stored)
      return stored
    }
    const liftedNotices = () => published.filter((event) => event.kind === 'moderation.decided' && event.about === 'lifted').length

    test('lifts the suspension only when no decision upholds it', async () => {
      const first = await reportWithDecisions()
      await first.decide('suspend')
      const second = await reportWithDecisions('moment')
      await second.decide('suspend')
      await second.decide('dismiss')
      expect([await isSuspended(), liftedNotices(), emails.length]).toEqual([true, 0, 1])
      await second.decide('suspend')
      await first.decide('dismiss')
      expect(await isSuspended()).toBe(true)
      await second.decide('hide')
      expect([await isSuspended(), liftedNotices(), emails.length]).toEqual([false, 1, 2])
    })

    test('lifts the suspension when two moderators change the last two decisions at once', async () => {
      const [first, second] = [await reportWithDecisions(), await reportWithDecisions('moment')]
      for (const moderator of [first, second]) await moderator.decide('suspend')
      await Promise.all([first.decide('dismiss'), second.decide('dismiss')])
      expect([await isSuspended(), liftedNotices()]).toEqual([false, 1])
    })

    test('keeps a suspension that began after an appeal lifted the previous one', async () => {
      const first = await reportWithDecisions()
      await first.decide('suspend')
      await moderating.moderation.appeal(ben, 'Sorry')
      world.clock.pass(1_000)
      await moderating.moderation.answerAppeal(mod, ben, { lift: true, text: 'Welcome back' })
      const second = await reportWithDecisions('moment')
      await second.decide('suspend')
      await first.decide('dismiss')
      expect(await isSuspended()).toBe(true)
      await first.decide('suspend')
      await second.decide('dismiss')
      expect(await isSuspended()).toBe(true)
    })

    test('lifts a suspension that only a report from before the appeal still has as its decision', async () => {
      const first = await reportWithDecisions()
      await first.decide('suspend')
      await moderating.moderation.appeal(ben, 'Sorry')
      world.clock.pass(1_000)
      await moderating.moderation.answerAppeal(mod, ben, { lift: true, text: 'Welcome back' })
      const second = await reportWithDecisions('moment')
      await second.decide('suspend')
      await second.decide('dismiss')
      expect(await isSuspended()).toBe(false)
    })

    test('shows content again only when none about it is upheld', async () => {
      const target = aReportable()
      const first = await reportWithDecisions('moment', target)
      await first.decide('suspend')
      await first.decide('dismiss')
      const second = await reportWithDecisions('moment', target)
      await second.decide('hide')
      await first.decide('suspend')
      published.splice(0)
      await second.decide('dismiss')
      expect([new Set(hidden), await isSuspended()]).toEqual([new Set([target]), true])
      expect(published.map((event) => event.kind === 'moderation.decided' && [event.to, event.about])).toEqual([[anna, 'report-dismissed']])
      await first.decide('dismiss')
      expect([hidden, await isSuspended()]).toEqual([[], false])
    })
  })

  test('shows the reasons to the person concerned, and what was hidden, but no reported message', async () => {
    const { moderation, suspensions } = moderating
    const { id } = await reported()
    await moderation.decide(mod, id, { act: 'hide', reason: 'Insults' })
    world.clock.pass(1_000)
    const { id: second } = await reported('message', aReportable('a private message'))
    await moderation.decide(mod, second, { act: 'suspend', reason: 'Insults in private' })
    await suspensions.appeal(ben, 'Sorry')
    world.clock.pass(1_000)
    await moderation.answerAppeal(mod, ben, { lift: true, text: 'Welcome back' })
    expect((await moderation.ownDecisions(ben)).map(({ act, kind, reason, excerpt }) => [act, kind, reason, excerpt])).toEqual([
      ['lifted', null, 'Welcome back', ''],
      ['suspended', null, 'Insults in private', ''],
      ['hid', 'moment', 'Insults', 'bad words'],
    ])
    expect(await moderation.ownDecisions(anna)).toEqual([])
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
    for (let index = 0; index < 5; index++) {
      await report(anna, 'moment', aReportable())
      world.clock.pass(1_000)
    }
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await moderating.moderation.reports(mod, { cursor, limit: 2 })
      seen.push(...page.reports.map((entry) => entry.id))
      cursor = page.next ?? undefined
    } while (cursor)
    expect(seen).toEqual((await queue()).map((entry) => entry.id))
    expect(seen).toHaveLength(5)
    expect(await moderating.moderation.status(mod)).toEqual({ is_moderator: true, waiting: 5 })
  })
})

describe('the operator’s command', () => {
  test('adds and removes moderators by user name, and explains itself', async () => {
    const run = async (...command: ModeratorsCommand) => (await moderatorsCommand(world, command)).text
    expect(await run('add', `@Anna${count}`)).toBe(`@anna${count} is a moderator now: /moderation`)
    expect(await run('add', `anna${count}`)).toBe(`@anna${count} is a moderator already.`)
    expect(await run('list')).toContain(`@anna${count}`)
    expect(await moderating.moderation.status(anna)).toMatchObject({ is_moderator: true })
    expect(await run('remove', `anna${count}`)).toBe(`@anna${count} is no longer a moderator.`)
    expect(await moderating.moderation.status(anna)).toEqual({ is_moderator: false, waiting: 0 })
    expect(await run('add', 'nobody.of.that.name')).toBe('There is no user nobody.of.that.name here.')
  })

  test('also finds a user by id or by email address, with or without a profile', async () => {
    const run = async (...command: ModeratorsCommand) => (await moderatorsCommand(world, command)).text
    expect(await run('add', anna.toUpperCase())).toBe(`@anna${count} is a moderator now: /moderation`)
    const uid = randomUUID()
    const email = `clara${count}@own.example`
    await sql`insert into identity."user" (id, name, email, "emailVerified") values (${uid}, 'Clara', ${email}, false)`.execute(world.db)
    await sql`insert into people (uid, issuer, subject, created_at) values (${uid}, ${BUILTIN_ISSUER}, ${uid}, now())`.execute(world.db)
    expect(await run('add', `Clara${count}@Own.example`)).toBe(`${uid} is a moderator now: /moderation`)
    expect(await moderating.moderation.status(uid)).toMatchObject({ is_moderator: true })
    for (const nobody of [randomUUID(), 'nobody@own.example']) expect(await run('add', nobody)).toBe(`There is no user ${nobody} here.`)
  })
})
