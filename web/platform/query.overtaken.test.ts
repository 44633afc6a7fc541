/* The class of faults: a read that was requested before a change, and whose answer arrives after it. */
import { type InfiniteData, InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { queryClient } from './query.ts'
import { settle } from './test-clock.ts'

const queryKey = ['people']
type People = readonly string[]
type Page = { people: People; next: number | null }

/** A server with one list. Each request reads it at once; its answer arrives when the test releases it. */
function aServer(people: People) {
  let now = people
  const waiting: (() => void)[] = []
  const answer = <T>(value: T): Promise<T> => new Promise((resolve) => waiting.push(() => resolve(value)))
  return {
    change: (next: People) => void (now = next),
    read: ({ signal }: { signal: AbortSignal }) => (signal.aborted ? Promise.reject(signal.reason) : answer(now)),
    /** Two names on a page; the cursor is a place in the list. */
    readPage: ({ pageParam: from }: { pageParam: number }) =>
      answer<Page>({ people: now.slice(from, from + 2), next: from + 2 < now.length ? from + 2 : null }),
    requests: () => waiting.length,
    /** The oldest requests are answered first. */
    async answerAll() {
      await settle()
      while (waiting.length > 0) {
        waiting.shift()?.()
        await settle()
      }
    },
  }
}

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  queryClient.clear()
})

function check(server: ReturnType<typeof aServer>) {
  const observer = new QueryObserver(queryClient, { queryKey, queryFn: server.read, retry: false })
  stops.push(observer.subscribe(() => undefined))
  return () => observer.getCurrentResult().data
}

const remove = (name: string) => queryClient.setQueryData<People>(queryKey, (people) => people?.filter((person) => person !== name))

test.each(['first', 'second'] as const)('the %s request does not restore items removed in the meantime', async (which) => {
  const server = aServer(['anna', 'ben'])
  const shown = check(server)
  if (which === 'second') {
    await server.answerAll()
    void queryClient.refetchQueries({ queryKey })
  }
  await settle()
  server.change(['anna'])
  remove('ben')
  await server.answerAll()
  expect(shown()).toEqual(['anna'])
})

test.each(['first', 'second'] as const)('a change during the %s request is in the shown result', async (which) => {
  const server = aServer(['anna', 'ben'])
  const shown = check(server)
  if (which === 'second') {
    await server.answerAll()
    void queryClient.refetchQueries({ queryKey })
  }
  await settle()
  server.change(['anna'])
  void queryClient.invalidateQueries({ queryKey })
  await server.answerAll()
  expect(shown()).toEqual(['anna'])
})

test('a change during a read without a visible page does not mark the old answer as fresh', async () => {
  const server = aServer(['anna', 'ben'])
  const reading = queryClient.prefetchQuery({ queryKey, queryFn: server.read, retry: false })
  await settle()
  server.change(['anna'])
  void queryClient.invalidateQueries({ queryKey })
  await server.answerAll()
  await reading
  expect(queryClient.getQueryData(queryKey)).toEqual(['anna'])
})

test('an item removed while the next page loads stays removed, and the page still arrives', async () => {
  const server = aServer(['anna', 'ben', 'cleo', 'dan'])
  const observer = new InfiniteQueryObserver(queryClient, {
    queryKey,
    queryFn: server.readPage,
    initialPageParam: 0,
    getNextPageParam: (last: Page) => last.next,
    retry: false,
  })
  stops.push(observer.subscribe(() => undefined))
  await server.answerAll()
  void observer.fetchNextPage()
  await settle()
  const withoutBen = (page: Page) => ({ ...page, people: page.people.filter((person) => person !== 'ben') })
  queryClient.setQueryData<InfiniteData<Page>>(queryKey, (list) => list && { ...list, pages: list.pages.map(withoutBen) })
  await server.answerAll()
  expect(observer.getCurrentResult().data?.pages.map(({ people }) => people)).toEqual([['anna'], ['cleo', 'dan']])
})

test('a list that never stops changing is shown anyway', async () => {
  const server = aServer(['anna', 'ben'])
  const shown = check(server)
  for (let times = 0; times < 50 && shown() === undefined; times++) {
    await settle()
    void queryClient.invalidateQueries({ queryKey })
    await settle()
    if (server.requests() > 10) await server.answerAll()
  }
  await server.answerAll()
  expect([shown(), server.requests()]).toEqual([['anna', 'ben'], 0])
})
