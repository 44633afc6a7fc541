import { chatCalls } from '#contract/chat/chat.ts'
import { pollCalls } from '#contract/chat/polls.ts'
import { pinCalls } from '#contract/chat/pins.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import type { Chat } from './chat.service.ts'

export function chatRoutes(chat: Chat): Route[] {
  return [
    route(chatCalls.getChats, ({ query, viewer }) => chat.list(viewer.uid, query)),
    route(chatCalls.getUnreadMessages, async ({ viewer }) => ({ unread: await chat.unread(viewer.uid) })),
    route(chatCalls.getChat, ({ params, viewer }) => chat.get(viewer.uid, params.chatId)),
    route(chatCalls.openChat, ({ params, viewer }) => chat.open(viewer.uid, params.uid)),
    route(chatCalls.getChatMessages, async ({ params, query, viewer }) => ({
      messages: await chat.history(viewer.uid, params.chatId, query),
    })),
    route(chatCalls.getChatChanges, ({ params, query, viewer }) => chat.changes(viewer.uid, params.chatId, query.after, query.limit)),
    route(chatCalls.searchMessages, ({ query, viewer }) => chat.search(viewer.uid, query)),
    route(chatCalls.acceptChat, ({ params, viewer }) => chat.accept(viewer.uid, params.chatId)),
    route(chatCalls.declineChat, ({ params, viewer }) => chat.decline(viewer.uid, params.chatId)),
    route(chatCalls.archiveChat, ({ params, viewer }) => chat.archive(viewer.uid, params.chatId, true)),
    route(chatCalls.returnToChat, ({ params, viewer }) => chat.archive(viewer.uid, params.chatId, false)),
    route(chatCalls.markChatUnread, ({ params, viewer }) => chat.markUnread(viewer.uid, params.chatId, true)),
    route(chatCalls.clearChatUnread, ({ params, viewer }) => chat.markUnread(viewer.uid, params.chatId, false)),
    route(chatCalls.muteChat, ({ params, body, viewer }) => chat.mute(viewer.uid, params.chatId, body.duration)),
    route(chatCalls.unmuteChat, ({ params, viewer }) => chat.mute(viewer.uid, params.chatId, null)),
    route(pinCalls.getPinsAndStars, ({ params, viewer }) => chat.pins.get(viewer.uid, params.chatId)),
    route(pinCalls.pinMessage, ({ params, body, viewer }) => chat.pins.pin(viewer.uid, params.chatId, body.seq, body.on)),
    route(pinCalls.starMessages, ({ params, body, viewer }) => chat.pins.star(viewer.uid, params.chatId, body.seqs, body.on)),
    route(pollCalls.createPoll, ({ params, body, viewer }) => {
      const { takes_several: takesSeveral, closes_at: closesAt, ...written } = body
      return chat.polls.create(viewer.uid, params.chatId, { ...written, takesSeveral, closesAt: new Date(closesAt) })
    }),
    route(pollCalls.getPoll, ({ params, viewer }) => chat.polls.get(viewer.uid, params.id)),
    route(pollCalls.vote, ({ params, body, viewer }) => chat.polls.vote(viewer.uid, params.id, body.options)),
    route(pollCalls.closePoll, ({ params, viewer }) => chat.polls.close(viewer.uid, params.id)),
    route(pinCalls.getStarred, ({ query, viewer }) => chat.pins.starred(viewer.uid, query)),
  ]
}
