import type { NotificationKind } from '#contract/notifications.ts'
import { PRODUCT_NAME } from '#contract/product.ts'
import type { Note } from './notifications.types.ts'

/** What a browser gets. The service worker says it in the language of the app where it knows the words, else `title` and `body`. */
export type PushPayload = { kind: NotificationKind; name: string; title: string; body: string; path: string; tag: string }

/** The sentence of a push, in en-US. It never holds what anybody wrote. */
export function titleOf(kind: NotificationKind, name: string): string {
  switch (kind) {
    case 'request_asked':
      return `${name} would like to connect`
    case 'request_accepted':
      return `${name} accepted your request`
    case 'moment_liked':
      return `${name} likes your moment`
    case 'moment_commented':
      return `${name} commented on your moment`
    case 'message_request':
      return `${name} would like to write to you`
    case 'message':
      return `New message from ${name}`
    case 'moderation':
      return `News about your account at ${PRODUCT_NAME}`
  }
}

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
