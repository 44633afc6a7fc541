import { useInfiniteQuery } from '@tanstack/react-query'
import { useLingui } from '@lingui/react'
import { momentCalls } from '#contract/moments.ts'
import { PersonRow } from '#web/features/profiles/PersonRow.tsx'
import { readApi } from '#web/platform/api-client.ts'
import { ApiError } from '#web/platform/api-error.ts'
import { callKey, failureOf } from '#web/platform/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

/** Who likes a moment, the latest first. */
export function LikesList({ momentId }: { momentId: string }) {
  const { i18n } = useLingui()
  const query = useLikes(momentId)
  if (query.isPending) return <Skeleton width="60%" />
  if (!query.data) return <ErrorState kind={failureOf(query.error).kind} onRetry={() => void query.refetch()} />
  return (
    <>
      <ul className="wl-people" aria-label={i18n._({ id: 'moments.likes', message: 'Who likes this' })}>
        {query.data.pages
          .flatMap((page) => page.people)
          .map((person) => (
            <PersonRow key={person.uid} person={person} />
          ))}
      </ul>
      {query.hasNextPage && (
        <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {i18n._({ id: 'moments.likes.more', message: 'Show more' })}
        </Button>
      )}
    </>
  )
}

function useLikes(id: string) {
  return useInfiniteQuery({
    queryKey: [...callKey(momentCalls.getLikes, { params: { id } }), 'pages'],
    initialPageParam: null,
    queryFn: async ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) => {
      const result = await readApi(momentCalls.getLikes, { params: { id }, query: pageParam === null ? {} : { cursor: pageParam }, signal })
      if (!result.ok) throw new ApiError(result.failure)
      return result.value
    },
    getNextPageParam: (last): string | null => last.next,
    // Who likes it is asked anew each time the list is opened.
    staleTime: 0,
  })
}
