import type { I18n } from '@lingui/core'
import { reasonLabel } from '#web/features/connections/report.messages.ts'
import type { LogEntry, ReportKind, ReportRow, ReportState } from '#contract/moderation.ts'

/** The reported content, at the start of a row. */
export function reportKindText(i18n: I18n, kind: ReportKind): string {
  const labels: Record<ReportKind, string> = {
    person: i18n._({ id: 'moderation.kind.person', message: 'Person' }),
    moment: i18n._({ id: 'moderation.kind.moment', message: 'Moment' }),
    comment: i18n._({ id: 'moderation.kind.comment', message: 'Comment' }),
    message: i18n._({ id: 'moderation.kind.message', message: 'Message' }),
    group: i18n._({ id: 'moderation.kind.group', message: 'Group' }),
  }
  return labels[kind]
}

/** Why a content was reported: all reasons, the most frequent first. */
export const reasonsText = (i18n: I18n, { reasons }: Pick<ReportRow, 'reasons'>): string =>
  new Intl.ListFormat(i18n.locale, { type: 'unit' }).format(reasons.map((reason) => reasonLabel(i18n, reason)))

export const reportsText = (i18n: I18n, same: number): string =>
  i18n._({ id: 'moderation.same', message: '{same} reports', values: { same } })

export function reportStateText(i18n: I18n, { state, about }: Pick<ReportRow, 'state' | 'about'>): string {
  if (about === null && isUpheld(state)) return i18n._({ id: 'moderation.state.upheld', message: 'Report upheld' })
  const labels: Record<ReportState, string> = {
    open: i18n._({ id: 'moderation.state.open', message: 'Open' }),
    dismissed: i18n._({ id: 'moderation.state.dismissed', message: 'Dismissed' }),
    hidden: i18n._({ id: 'moderation.state.hidden', message: 'Content hidden' }),
    suspended: i18n._({ id: 'moderation.state.suspended', message: 'Person suspended' }),
  }
  return labels[state]
}

export const isUpheld = (state: ReportState): boolean => state === 'hidden' || state === 'suspended'

export const reportedName = (i18n: I18n, { about }: Pick<ReportRow, 'about'>): string =>
  about?.name ?? i18n._({ id: 'moderation.deleted-account', message: 'Deleted account' })

/** A moderator's action, as a sentence of the log. */
export function actionText(i18n: I18n, { act, moderator, about }: Pick<LogEntry, 'act' | 'moderator' | 'about'>): string {
  const gone = i18n._({ id: 'moderation.gone', message: 'Someone who left' })
  const values = { moderator: moderator?.name ?? gone, name: about?.name ?? gone }
  switch (act) {
    case 'looked':
      return i18n._({ id: 'moderation.act.looked', message: '{moderator} reviewed a report about {name}', values })
    case 'dismissed':
      return i18n._({ id: 'moderation.act.dismissed', message: '{moderator} dismissed a report about {name}', values })
    case 'upheld':
      return i18n._({ id: 'moderation.act.upheld', message: '{moderator} upheld a report about {name}', values })
    case 'hid':
      return i18n._({ id: 'moderation.act.hid', message: '{moderator} hid content by {name}', values })
    case 'restored':
      return i18n._({ id: 'moderation.act.restored', message: '{moderator} restored content by {name}', values })
    case 'suspended':
      return i18n._({ id: 'moderation.act.suspended', message: '{moderator} suspended {name}', values })
    case 'lifted':
      return i18n._({ id: 'moderation.act.lifted', message: '{moderator} lifted {name}’s suspension', values })
    case 'kept':
      return i18n._({ id: 'moderation.act.kept', message: '{moderator} upheld {name}’s suspension', values })
  }
}
