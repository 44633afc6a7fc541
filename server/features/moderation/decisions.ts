import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import { decisionStates, type DecisionAct, type LogEntry, type ReportKind } from '#contract/moderation.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { AfterCommit, Db } from '#server/platform/db/database.ts'
import type { DomainEvents } from '#server/platform/domain-events.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { LoggedAction, Reportable, StoredReport } from './moderation.types.ts'
import { createReportStore } from './reports.store.ts'
import type { Suspensions } from './suspensions.service.ts'
import { createSuspensionStore } from './suspensions.store.ts'

export type DecisionDeps = {
  db: Db
  clock: Clock
  newId: () => string
  events: Pick<DomainEvents, 'publish'>
  reportables: Record<ReportKind, Reportable>
  suspensions: Pick<Suspensions, 'suspend' | 'lift' | 'uphold'>
  /** Removes the moderators' notices when no report or appeal is open. */
  endNotices: () => Promise<void>
  log: Log
}

export type Decision = { act: 'dismiss' | 'uphold' } | { act: 'hide' | 'suspend'; reason: string }

/** The open transaction of a decision. `after` collects what follows its commit, in this order. */
type Steps = ReturnType<typeof stepsIn>

const stepsIn = (tx: Db, now: Date, newId: () => string) => {
  const suspended = createSuspensionStore(tx)
  const after: AfterCommit[] = []
  const addLogEntry = (entry: Omit<LoggedAction, 'id' | 'at'>) => suspended.addLogEntry({ id: newId(), at: now, ...entry })
  return { tx, now, reports: createReportStore(tx), suspended, addLogEntry, after }
}

/**
 * Decisions about reports and appeals. Each is one transaction with its action and its log entries, so that a crash or an outage of the
 * database leaves either all of it or nothing.
 */
export function createDecisions({ db, clock, newId, events, reportables, suspensions, endNotices, log }: DecisionDeps) {
  const publish = (to: Uid, about: string, reportId: string) => events.publish({ kind: 'moderation.decided', to, about, reportId })

  /** Runs the transactions about one person in sequence, over all servers. */
  async function transact(about: Uid | null, work: (steps: Steps) => Promise<void>): Promise<void> {
    const after = await db.transaction().execute(async (tx) => {
      if (about !== null) await createSuspensionStore(tx).lockPerson(about)
      // The time is read inside of the lock, so that times have the order of the decisions.
      const steps = stepsIn(tx, clock.now(), newId)
      await work(steps)
      return steps.after
    })
    for (const run of [...after, endNotices])
      try {
        await run()
      } catch (error) {
        log.error({ err: error, about }, 'a step after a moderation decision failed')
      }
  }

  /** Applies the decision after reverting the effects of an earlier one, unless another report upholds them. */
  async function apply(steps: Steps, moderator: Uid, report: StoredReport, decision: Decision, noticeId: string): Promise<void> {
    const { id, kind, targetId, about, state } = report
    // The account is deleted, and its content with it.
    if (about === null) return
    const { tx, after, reports, suspended, addLogEntry } = steps
    const { hide, restore } = reportables[kind]
    const revertDecision = async (act: 'lifted' | 'restored', notification: string) => {
      await addLogEntry({ moderator, act, reportId: id, about, note: '' })
      after.push(() => publish(about, notification, noticeId))
    }
    if (state === 'suspended' && decision.act !== 'suspend' && (await suspended.find(about)) && !(await suspended.isUpheld(about))) {
      after.push(await suspensions.lift(tx, about))
      await revertDecision('lifted', 'lifted')
    }
    if (isUpheld(state) && decision.act === 'dismiss' && restore && !(await reports.isUpheld(report))) {
      after.push(await restore(tx, targetId))
      await revertDecision('restored', `restored-${kind}`)
    }
    if (decision.act !== 'dismiss' && hide) after.push(await hide(tx, targetId))
    if (decision.act === 'suspend') after.push(await suspensions.suspend(tx, about, decision.reason))
  }

  return {
    /** @throws AppError 'wrong_state' when another moderator was faster */
    decide(moderator: Uid, report: StoredReport, decision: Decision): Promise<void> {
      const { id, about, kind } = report
      return transact(about, async (steps) => {
        const { now, reports, after, addLogEntry } = steps
        const reporters = await reports.decide(report, { state: decisionStates[decision.act], decidedAt: now })
        if (!reporters) throw new AppError('wrong_state', { report: id })
        // The same for all reports about the content, so that the notice of a changed decision replaces the earlier one.
        const noticeId = await reports.firstReportId(report)
        await apply(steps, moderator, report, decision, noticeId)
        const note = 'reason' in decision ? decision.reason : ''
        await addLogEntry({ moderator, act: logged[decision.act], reportId: id, about, note })
        if (decision.act === 'hide' && about !== null) after.push(() => publish(about, `hidden-${kind}`, noticeId))
        const outcome = decision.act === 'dismiss' ? 'report-dismissed' : 'report-upheld'
        // Reporters only learn whether moderators acted on it, so they notice no change between two actions.
        if (!isUpheld(report.state) || decision.act === 'dismiss')
          after.push(() => reporters.forEach((reporter) => publish(reporter, outcome, noticeId)))
      })
    },

    /** @throws AppError 'wrong_state' when another moderator answered first */
    answerAppeal(moderator: Uid, uid: Uid, { lift, text }: { lift: boolean; text: string }): Promise<void> {
      return transact(uid, async ({ tx, after, addLogEntry }) => {
        after.push(await (lift ? suspensions.lift(tx, uid, text) : suspensions.uphold(tx, uid, text)))
        await addLogEntry({ moderator, act: lift ? 'lifted' : 'kept', reportId: null, about: uid, note: text })
        if (lift) after.push(() => publish(uid, 'lifted', newId()))
      })
    },
  }
}

const isUpheld = (state: StoredReport['state']) => state === 'hidden' || state === 'suspended'

const logged = { dismiss: 'dismissed', uphold: 'upheld', hide: 'hid', suspend: 'suspended' } as const satisfies Record<
  DecisionAct,
  LogEntry['act']
>
