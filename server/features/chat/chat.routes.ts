import { chatCalls } from '#contract/chat.ts'
import { route, type Route } from '../../platform/http/route.ts'
import type { Chat } from './chat.service.ts'

export function chatRoutes(chat: Chat): Route[] {
  return [
    route(chatCalls.getChats, async ({ viewer }) => ({ chats: await chat.list(viewer.uid), next_cursor: null, requests: 0 })),
    route(chatCalls.openChat, ({ params, viewer }) => chat.open(viewer.uid, params.uid)),
    route(chatCalls.getChatMessages, async ({ params, query, viewer }) => ({
      messages: await chat.history(viewer.uid, params.chatId, query),
    })),
  ]
}
