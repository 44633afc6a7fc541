import type { NotificationKind } from './notifications.ts'

/** The page of a notification's subject. */
export function subjectPath(kind: Exclude<NotificationKind, 'moderation'>, subject: string): string {
  switch (kind) {
    case 'request_asked':
    case 'request_accepted':
      return `/view-connection/${subject}`
    case 'moment_liked':
    case 'moment_commented':
    case 'moment_mentioned':
    case 'moment_quoted':
    case 'comment_replied':
    case 'comment_liked':
      return `/moments?post=${subject}`
    case 'moment_posted':
      return `/moments/${subject}`
    case 'message_request':
    case 'message':
    case 'group_invited':
    case 'group_asked':
    case 'group_admitted':
      return `/chat/${subject}`
    case 'recap_ready':
      return `/week/${subject}`
    case 'blend_invited':
    case 'blend_mixed':
      return `/blend/${subject}`
    case 'source_stopped':
      return '/social_connect'
  }
}
