import { useState } from 'react'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { callPattern } from '#contract/base/call.ts'
import { chatCalls, type FoundMessage } from '#contract/chat/chat.ts'
import { limits } from '#contract/limits.ts'
import { readOrThrow } from '#web/platform/api-client.ts'
import type { ChatId } from '../engine/state.ts'

export type MessageSearch = {
  text: string
  setText: (text: string) => void
  /** `idle`: the search term is too short. */
  status: 'idle' | 'loading' | 'failed' | 'ready'
  found: readonly FoundMessage[]
  hasMore: boolean
  loadMore: () => void
  retry: () => void
}

const DEBOUNCE_MS = 250

/** Searches messages in all conversations or in one, debounced. */
export function useMessageSearch(chatId: ChatId | null): MessageSearch {
  const [text, setText] = useState('')
  const [term] = useDebouncedValue(text.trim(), DEBOUNCE_MS)
  const isEnough = term.length >= limits.search.min
  const typed = text.trim()
  const isDebouncing = typed !== term && typed.length >= limits.search.min
  const { data, isFetching, isError, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: [callPattern(chatCalls.searchMessages), chatId, term],
    enabled: isEnough,
    placeholderData: keepPreviousData,
    initialPageParam: null as string | null,
    getNextPageParam: (page: { next_cursor: string | null }) => page.next_cursor,
    queryFn: ({ pageParam, signal }) => {
      const params = { q: term, ...(chatId === null ? {} : { chat_id: chatId }), ...(pageParam === null ? {} : { cursor: pageParam }) }
      return readOrThrow(chatCalls.searchMessages, { query: params, signal })
    },
  })
  const found = isEnough ? (data?.pages.flatMap((page) => page.found) ?? []) : []
  const status = () => {
    if (isDebouncing && found.length === 0) return 'loading'
    if (!isEnough) return 'idle'
    if (isError) return 'failed'
    return isFetching && found.length === 0 ? 'loading' : 'ready'
  }
  return {
    text,
    setText,
    status: status(),
    found,
    hasMore: isEnough && hasNextPage,
    loadMore: () => void fetchNextPage(),
    retry: () => void refetch(),
  }
}
