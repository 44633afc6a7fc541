import type { NotificationKind } from '#contract/notifications.ts'
import type { Note } from './notifications.types.ts'

/** What a browser gets. The service worker says it in that browser's language where it knows the words, else `title`. */
export type PushPayload = { kind: NotificationKind; name: string; title: string; body: string; path: string; tag: string }

/** The page that a note leads to. */
export function pathOf({ kind, subject, actor }: Pick<Note, 'kind' | 'subject' | 'actor'>): string {
  switch (kind) {
    case 'request_asked':
    case 'request_accepted':
      return `/view-connection/${actor ?? ''}`
    case 'moment_liked':
    case 'moment_commented':
      return `/moments?post=${subject}`
    case 'message_request':
    case 'message':
      return `/chat/${subject}`
    case 'moderation':
      return '/notifications'
  }
}
