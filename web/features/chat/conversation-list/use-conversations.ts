import { useMemo } from 'react'
import type { ChatTab } from '#contract/chat/chat.ts'
import type { PersonCard } from '#contract/people.ts'
import { useBuddies } from '#web/features/discover/use-buddies.ts'
import { containsWords } from '#web/ui/text/plain-text.ts'
import { useChatState } from '../runtime/current-chat.ts'
import type { Conversation } from '../engine/state.ts'

/** The loaded conversations of a tab, latest first. */
export function useConversations(tab: ChatTab): Conversation[] {
  const conversations = useChatState((state) => state.conversations)
  return useMemo(() => latestFirst(Object.values(conversations).filter((conversation) => conversation.tab === tab)), [conversations, tab])
}

type FoundNames = {
  /** Of all tabs, latest first. */
  conversations: Conversation[]
  /** Buddies without a conversation, by match. */
  buddies: PersonCard[]
  isLoading: boolean
}

/** The loaded conversations and the buddies whose name or user name contains the typed words. Searches this device only. */
export function useFoundNames(typed: string): FoundNames {
  const loaded = useChatState((state) => state.conversations)
  const isListLoading = useChatState(({ lists }) => lists.chats.status === 'loading')
  const buddies = useBuddies()
  const people = buddies.data?.people
  const found = useMemo(() => {
    const listed = Object.values(loaded).filter(({ tab }) => tab !== null)
    const uids = new Set(listed.filter(({ group }) => !group).map(({ person }) => person.uid))
    return {
      conversations: latestFirst(listed.filter(({ person, group }) => containsWords(group ? person.name : names(person), typed))),
      buddies: (people ?? []).flatMap(({ person }) => (!uids.has(person.uid) && containsWords(names(person), typed) ? [person] : [])),
    }
  }, [loaded, people, typed])
  return { ...found, isLoading: isListLoading || buddies.isPending }
}

const names = ({ name, user_name: userName }: PersonCard): string => `${name} @${userName}`

/** A chat without messages was just opened, so it comes first. */
function latestFirst(conversations: readonly Conversation[]): Conversation[] {
  const lastAt = ({ last }: Conversation) => (last ? Date.parse(last.sent_date) || 0 : Number.POSITIVE_INFINITY)
  return conversations.toSorted((a, b) => lastAt(b) - lastAt(a) || a.chatId.localeCompare(b.chatId))
}
