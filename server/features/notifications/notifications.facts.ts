import type { Uid } from '#contract/ids.ts'
import type { Facts } from '../../platform/facts.ts'
import type { Notifications } from './notifications.service.ts'

/**
 * Which facts are news, and to whom. Messages are: a stranger's first always, others while the receiver is on no device of
 * theirs; whoever is here sees them in the chat itself.
 */
export function listenToFacts({
  facts,
  notifications,
  isOnline,
}: {
  facts: Pick<Facts, 'on'>
  notifications: Pick<Notifications, 'add' | 'remove'>
  isOnline: (uid: Uid) => boolean
}): void {
  facts.on('request.asked', ({ by, to }) => notifications.add({ uid: to, kind: 'request_asked', subject: by, actor: by }))
  facts.on('request.accepted', async ({ by, to }) => {
    await notifications.remove({ uid: by, kinds: ['request_asked'], actor: to })
    await notifications.add({ uid: to, kind: 'request_accepted', subject: by, actor: by })
  })
  facts.on('connection.ended', async ({ by, to }) => {
    const kinds = ['request_asked', 'request_accepted'] as const
    await notifications.remove({ uid: to, kinds, actor: by })
    await notifications.remove({ uid: by, kinds, actor: to })
  })
  facts.on('moment.liked', ({ by, author, momentId }) =>
    notifications.add({ uid: author, kind: 'moment_liked', subject: momentId, actor: by }),
  )
  facts.on('moment.unliked', ({ by, author, momentId }) =>
    notifications.remove({ uid: author, kinds: ['moment_liked'], subject: momentId, actor: by }),
  )
  facts.on('moment.commented', ({ by, author, momentId, commentId }) =>
    notifications.add({ uid: author, kind: 'moment_commented', subject: momentId, actor: by, item: commentId }),
  )
  facts.on('message.stored', async ({ from, to, chatId, messageId, isRequest, isQuiet }) => {
    if (isQuiet || (!isRequest && isOnline(to))) return
    const kind = isRequest ? 'message_request' : 'message'
    await notifications.add({ uid: to, kind, subject: chatId, actor: from, item: messageId })
  })
  facts.on('chat.read', ({ by, chatId }) => notifications.remove({ uid: by, kinds: ['message', 'message_request'], subject: chatId }))
  facts.on('moderation.told', ({ to, about, reportId }) =>
    notifications.add({ uid: to, kind: 'moderation', subject: about, actor: null, item: reportId }),
  )
  facts.on('content.removed', async ({ of, id }) => {
    if (of === 'moment') return notifications.remove({ kinds: ['moment_liked', 'moment_commented'], subject: id })
    return notifications.remove({ kinds: of === 'comment' ? ['moment_commented'] : ['message', 'message_request'], item: id })
  })
}
