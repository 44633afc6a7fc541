import { useState } from 'react'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { callPattern } from '#contract/base/call.ts'
import { chatCalls, type FoundMessage } from '#contract/chat.ts'
import { limits } from '#contract/limits.ts'
import { ApiError } from '#web/platform/api-error.ts'
import { readApi } from '#web/platform/api-client.ts'
import type { ChatId } from '../engine/types.ts'

export type MessageSearch = {
  words: string
  setWords: (words: string) => void
  /** `idle`: too little to search for. */
  status: 'idle' | 'loading' | 'failed' | 'ready'
  found: readonly FoundMessage[]
  hasMore: boolean
  loadMore: () => void
  retry: () => void
}

const SETTLED_MS = 250

/** Messages that contain the words, in every conversation or in one; asked for once the typing pauses. */
export function useMessageSearch(chatId: ChatId | null): MessageSearch {
  const [words, setWords] = useState('')
  const [wanted] = useDebouncedValue(words.trim(), SETTLED_MS)
  const isEnough = wanted.length >= limits.search.min
  const { data, isFetching, isError, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: [callPattern(chatCalls.searchMessages), chatId, wanted],
    enabled: isEnough,
    placeholderData: keepPreviousData,
    initialPageParam: null as string | null,
    getNextPageParam: (page: { next_cursor: string | null }) => page.next_cursor,
    queryFn: async ({ pageParam, signal }) => {
      const query = { q: wanted, ...(chatId === null ? {} : { chat_id: chatId }), ...(pageParam === null ? {} : { cursor: pageParam }) }
      const result = await readApi(chatCalls.searchMessages, { query, signal })
      if (!result.ok) throw new ApiError(result.failure)
      return result.value
    },
  })
  const found = isEnough ? (data?.pages.flatMap((page) => page.found) ?? []) : []
  return {
    words,
    setWords,
    status: !isEnough ? 'idle' : isError ? 'failed' : isFetching && found.length === 0 ? 'loading' : 'ready',
    found,
    hasMore: isEnough && hasNextPage,
    loadMore: () => void fetchNextPage(),
    retry: () => void refetch(),
  }
}
