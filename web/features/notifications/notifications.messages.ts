import type { I18n } from '@lingui/core'
import { subjectPath } from '#contract/notification-paths.ts'
import type { Notification, NotificationKind } from '#contract/notifications.ts'
import { syncedSources } from '#contract/taste/taste.ts'
import { serviceNames } from '#web/features/sources/source-names.ts'

/** The notification as a sentence: who, how many others, and what. */
export function notificationText(
  i18n: I18n,
  notification: Pick<Notification, 'kind' | 'people' | 'people_count' | 'count' | 'subject'>,
): string {
  const { kind, people, people_count: all, count, subject } = notification
  const name = people[0]?.name ?? i18n._({ id: 'notifications.somebody', message: 'Someone' })
  const more = Math.max(0, all - 1)
  const values = { name, more, count }
  switch (kind) {
    case 'request_asked':
      return i18n._({ id: 'notifications.request-asked', message: '{name} would like to connect', values })
    case 'request_accepted':
      return i18n._({ id: 'notifications.request-accepted', message: '{name} accepted your request', values })
    case 'moment_liked':
      return i18n._({
        id: 'notifications.liked',
        message:
          '{more, plural, =0 {{name} likes your moment} one {{name} and # other like your moment} other {{name} and # others like your moment}}',
        values,
      })
    case 'moment_commented':
      return i18n._({
        id: 'notifications.commented',
        message:
          '{more, plural, =0 {{name} commented on your moment} one {{name} and # other commented on your moment} other {{name} and # others commented on your moment}}',
        values,
      })
    case 'moment_mentioned':
      return i18n._({ id: 'notifications.mentioned', message: '{name} mentioned you', values })
    case 'moment_quoted':
      return i18n._({ id: 'notifications.quoted', message: '{name} shared your moment', values })
    case 'moment_posted':
      return i18n._({
        id: 'notifications.posted',
        message: '{count, plural, one {{name} posted a moment} other {{name} posted # moments}}',
        values,
      })
    case 'comment_replied':
      return i18n._({
        id: 'notifications.replied',
        message:
          '{more, plural, =0 {{name} replied to your comment} one {{name} and # other replied to your comment} other {{name} and # others replied to your comment}}',
        values,
      })
    case 'comment_liked':
      return i18n._({
        id: 'notifications.comment-liked',
        message:
          '{more, plural, =0 {{name} likes your comment} one {{name} and # other like your comment} other {{name} and # others like your comment}}',
        values,
      })
    case 'message_request':
      return i18n._({ id: 'notifications.message-request', message: '{name} sent you a message request', values })
    case 'message':
      if (more > 0)
        return i18n._({
          id: 'notifications.messages.several',
          message: '{more, plural, one {New messages from {name} and # other} other {New messages from {name} and # others}}',
          values,
        })
      return i18n._({
        id: 'notifications.messages',
        message: '{count, plural, one {New message from {name}} other {# new messages from {name}}}',
        values,
      })
    case 'group_invited':
      return i18n._({ id: 'notifications.group-invited', message: '{name} invited you to a group', values })
    case 'group_asked':
      return i18n._({
        id: 'notifications.group-asked',
        message:
          '{more, plural, =0 {{name} wants to join your group} one {{name} and # other want to join your group} other {{name} and # others want to join your group}}',
        values,
      })
    case 'group_admitted':
      return i18n._({ id: 'notifications.group-admitted', message: '{name} let you into a group', values })
    case 'recap_ready':
      return i18n._({ id: 'week.card.title', message: 'Your week is ready' })
    case 'blend_invited':
      return i18n._({ id: 'blend.invites', message: '{name} invites you to a blend', values })
    case 'blend_mixed':
      return i18n._({ id: 'blend.mixed', message: 'Your blend has a new mix' })
    case 'source_stopped':
      return sourceSentence(i18n, subject)
    case 'moderation':
      return moderationSentence(i18n, subject, count)
  }
}

/** Names the account; the settings of push have no account. */
function sourceSentence(i18n: I18n, subject: string): string {
  const source = syncedSources.find((name) => name === subject)
  if (!source) return i18n._({ id: 'notifications.source-stopped', message: 'A connected account stopped syncing' })
  const values = { source: serviceNames[source] }
  return i18n._({ id: 'notifications.source-stopped.name', message: '{source} stopped syncing', values })
}

function moderationSentence(i18n: I18n, subject: string, count: number): string {
  const values = { count }
  switch (subject) {
    case 'hidden-moment':
      return i18n._({
        id: 'notifications.hidden-moment',
        message: '{count, plural, one {Moderators hid one of your moments} other {Moderators hid # of your moments}}',
        values,
      })
    case 'hidden-comment':
      return i18n._({
        id: 'notifications.hidden-comment',
        message: '{count, plural, one {Moderators hid one of your comments} other {Moderators hid # of your comments}}',
        values,
      })
    case 'restored-moment':
      return i18n._({
        id: 'notifications.restored-moment',
        message: '{count, plural, one {One of your moments is visible again} other {# of your moments are visible again}}',
        values,
      })
    case 'restored-comment':
      return i18n._({
        id: 'notifications.restored-comment',
        message: '{count, plural, one {One of your comments is visible again} other {# of your comments are visible again}}',
        values,
      })
    case 'reports-waiting':
      return i18n._({ id: 'notifications.reports-waiting', message: 'There are reports to review' })
    case 'appeals-waiting':
      return i18n._({ id: 'notifications.appeals-waiting', message: 'There are appeals to review' })
    case 'lifted':
      return i18n._({ id: 'notifications.lifted', message: 'Your suspension was lifted. Welcome back.' })
    case 'report-upheld':
      return i18n._({
        id: 'notifications.report-upheld',
        message:
          '{count, plural, one {Moderators acted on your report. Thank you.} other {Moderators acted on # of your reports. Thank you.}}',
        values,
      })
    case 'report-dismissed':
      return i18n._({
        id: 'notifications.report-dismissed',
        message:
          '{count, plural, one {Moderators reviewed your report and found nothing against the rules} other {Moderators reviewed # of your reports and found nothing against the rules}}',
        values,
      })
    default:
      return i18n._({ id: 'notifications.looked-at', message: 'Moderators reviewed your report. Thank you.' })
  }
}

/** The page that a notification links to. */
export function notificationPath({ kind, subject }: Pick<Notification, 'kind' | 'subject'>): string {
  if (kind !== 'moderation') return subjectPath(kind, subject)
  if (subject === 'reports-waiting') return '/moderation'
  return subject === 'appeals-waiting' ? '/moderation?tab=appeals' : '/settings#muted'
}

/** A kind of notification, as a row of the settings. */
export function notificationKindText(i18n: I18n, kind: NotificationKind): string {
  const labels: Record<NotificationKind, string> = {
    request_asked: i18n._({ id: 'notifications.kind.request-asked', message: 'Requests to connect' }),
    request_accepted: i18n._({ id: 'notifications.kind.request-accepted', message: 'Accepted requests' }),
    moment_liked: i18n._({ id: 'notifications.kind.liked', message: 'Likes' }),
    moment_commented: i18n._({ id: 'notifications.kind.commented', message: 'Comments' }),
    moment_mentioned: i18n._({ id: 'notifications.kind.mentioned', message: 'Mentions' }),
    moment_quoted: i18n._({ id: 'notifications.kind.quoted', message: 'Quotes and reposts of your moments' }),
    moment_posted: i18n._({ id: 'notifications.kind.posted', message: 'Moments of people whose bell you turned on' }),
    comment_replied: i18n._({ id: 'notifications.kind.replied', message: 'Replies to your comments' }),
    comment_liked: i18n._({ id: 'notifications.kind.comment-liked', message: 'Likes of your comments' }),
    message_request: i18n._({ id: 'notifications.kind.message-request', message: 'First messages from strangers' }),
    message: i18n._({ id: 'notifications.kind.message', message: 'Messages while you are away' }),
    group_invited: i18n._({ id: 'notifications.kind.group-invited', message: 'Invitations to groups' }),
    group_asked: i18n._({ id: 'notifications.kind.group-asked', message: 'Requests to join your groups' }),
    group_admitted: i18n._({ id: 'notifications.kind.group-admitted', message: 'Groups that let you in' }),
    recap_ready: i18n._({ id: 'notifications.kind.recap', message: 'Your week, on Monday morning' }),
    blend_invited: i18n._({ id: 'notifications.kind.blend-invited', message: 'Invitations to blends' }),
    blend_mixed: i18n._({ id: 'notifications.kind.blend-mixed', message: 'New mixes, on Monday morning' }),
    source_stopped: i18n._({ id: 'notifications.kind.source-stopped', message: 'Connected accounts that stop syncing' }),
    moderation: i18n._({ id: 'notifications.kind.moderation', message: 'Moderation' }),
  }
  return labels[kind]
}
