import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Item } from '#contract/media.ts'
import { type SafeQueue, safeQueueCalls, type SafeQueuePreview } from '#contract/chat/safe-queues.ts'
import { renderInApp, shownPath } from '#tests/kit/render.tsx'
import { callKey, queryClient } from '#web/platform/query.ts'
import { registerSession } from '#web/platform/session-token.ts'
import type { Chat } from '../runtime/chat.state.ts'
import { CHAT } from '../runtime/chat.test-server.ts'
import { provideChat } from '../runtime/current-chat.ts'
import { NewQueue } from './NewQueue.tsx'
import { QueueCard } from './QueueCard.tsx'
import { queueText } from './safe-queues.messages.ts'

const itemAt = (index: number): Item => ({
  id: `00000000-0000-4000-8000-0000000000${10 + index}`,
  kind: 'track',
  name: `Track ${index}`,
  by: 'Khruangbin',
  spotify_id: `${10 + index}`.padEnd(22, 'a'),
  youtube_id: null,
})
const items = Array.from({ length: 7 }, (_, index) => itemAt(index))
const timed = items.map((item) => ({ ...item, duration_ms: 240_000 }))
const preview: SafeQueuePreview = { fits: 5, members: 6, items, moods: [{ mood: 'soul', count: 7 }] }

type Posted = { id: string; name: string }
/** The server's responses. `made`: null for a failure. */
let server: { preview: SafeQueuePreview | null; made: ((body: Posted) => SafeQueue) | null }
let requests: string[]
let posted: Posted[]
const write = vi.fn<Chat['write']>(() => true)
let stop: () => void
beforeEach(() => {
  requests = []
  posted = []
  write.mockClear()
  server = { preview, made: ({ id, name }) => ({ id, name, chat_id: CHAT, fits: 5, members: 6, items, muted_items: 0 }) }
  registerSession({ getToken: () => Promise.resolve('token'), uid: () => null })
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const url = new URL(input instanceof Request ? input.url : input, location.origin)
    if (url.pathname.endsWith('/safe-queue')) {
      requests.push(url.search)
      return server.preview ? Response.json(server.preview) : new Response('', { status: 404 })
    }
    if (url.pathname.endsWith('/safe-queues')) {
      // The client sends JSON as text.
      const body = JSON.parse(init?.body as string) as Posted
      posted.push(body)
      return server.made ? Response.json(server.made(body)) : new Response('', { status: 503 })
    }
    return new Response('', { status: 404 })
  })
  // Only what the dialog uses.
  stop = provideChat({ write } as unknown as Chat)
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

const chip = (name: string) => screen.getByRole('button', { name })
const send = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send to the group' })

test('a choice of length, kind, and mood is previewed and sent as a message that refers to the queue', async () => {
  const close = vi.fn<() => void>()
  renderInApp(<NewQueue chatId={CHAT} onClose={close} />)
  expect(await screen.findByText('7 items · Fits 5 of 6')).toBeDefined()
  expect(screen.getByText('and 3 more')).toBeDefined()
  fireEvent.click(chip('30 min'))
  fireEvent.click(chip('Soul'))
  await waitFor(() => expect(requests.at(-1)).toBe('?minutes=30&kind=all&mood=soul'))
  // Videos have moods of their own.
  fireEvent.click(chip('Videos'))
  await waitFor(() => expect(requests.at(-1)).toBe('?minutes=30&kind=video'))
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Dinner' } })
  await waitFor(() => expect(send().disabled).toBe(false))
  await act(async () => fireEvent.click(send()))
  await waitFor(() => expect(close).toHaveBeenCalled())
  expect(posted).toMatchObject([{ name: 'Dinner', minutes: 30, kind: 'video' }])
  const [draft] = write.mock.calls[0] ?? []
  expect(draft).toMatchObject({ to: CHAT, chatId: CHAT, type: 'text', referenceItem: [`queue:${posted[0]?.id}`] })
  expect(draft?.content.split('\n')).toEqual(['🎶 Dinner', ...[0, 1, 2, 3, 4].map((index) => `• Track ${index} · Khruangbin`), '+ 2'])
  expect(shownPath()).toBe(`/chat/${CHAT}`)
})

test('a failed attempt is sent again with the same id, and with a new one after another choice', async () => {
  server.made = null
  renderInApp(<NewQueue chatId={CHAT} onClose={() => undefined} />)
  await screen.findByText('7 items · Fits 5 of 6')
  for (const attempt of [1, 2]) {
    await act(async () => fireEvent.click(send()))
    await waitFor(() => expect(posted).toHaveLength(attempt))
    expect(await screen.findByRole('alert')).toBeDefined()
  }
  fireEvent.click(chip('2 h'))
  await waitFor(() => expect(send().disabled).toBe(false))
  await act(async () => fireEvent.click(send()))
  const [first, second, third] = posted.map(({ id }) => id)
  expect([second === first, third === first]).toEqual([true, false])
  expect(write).not.toHaveBeenCalled()
})

test('the dialog explains too few items, too few members, and a failure, and then sends nothing', async () => {
  server.preview = { ...preview, fits: 6, items: items.slice(0, 1) }
  const shown = renderInApp(<NewQueue chatId={CHAT} onClose={() => undefined} />)
  expect(await screen.findByText(/Too little of that fits all of you/)).toBeDefined()
  expect(send().disabled).toBe(true)
  shown.unmount()
  queryClient.clear()
  server.preview = { fits: 0, members: 1, items: [], moods: [] }
  const repeated = renderInApp(<NewQueue chatId={CHAT} onClose={() => undefined} />)
  expect(await screen.findByText(/At least two of you/)).toBeDefined()
  repeated.unmount()
  queryClient.clear()
  server.preview = null
  renderInApp(<NewQueue chatId={CHAT} onClose={() => undefined} />)
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined()
  expect(send().disabled).toBe(true)
})

test('the card of a queue names it with its size and whom it fits, and lists its items; its text replaces a card that is gone', async () => {
  const queue: SafeQueue = { id: 'q1', chat_id: CHAT, name: 'Dinner', fits: 5, members: 6, items: timed, muted_items: 2 }
  queryClient.setQueryData(callKey(safeQueueCalls.getSafeQueue, { params: { id: 'q1' } }), queue)
  const shown = renderInApp(<QueueCard queueId="q1" text={queueText(queue)} />)
  const card = within(screen.getByRole('region', { name: 'Safe queue: Dinner' }))
  expect(card.getByText('7 items · 28 min · Fits 5 of 6')).toBeDefined()
  // Six arcs, each drawn from the id of an item.
  expect(document.querySelectorAll('.wl-blend-cover > line')).toHaveLength(6 * 13)
  expect(card.getByRole('button', { name: 'Play all: Dinner' })).toBeDefined()
  expect(card.getByText(/2 items are hidden from you/)).toBeDefined()
  expect(card.queryByRole('list')).toBeNull()
  fireEvent.click(card.getByRole('button', { name: 'Show items' }))
  expect(card.getAllByRole('listitem')).toHaveLength(7)
  expect(card.getByRole('button', { name: 'Hide items' }).getAttribute('aria-expanded')).toBe('true')
  shown.unmount()
  queryClient.setQueryData(callKey(safeQueueCalls.getSafeQueue, { params: { id: 'q2' } }), {
    ...queue,
    id: 'q2',
    items: [],
    muted_items: 7,
  })
  const muted = renderInApp(<QueueCard queueId="q2" text={queueText(queue)} />)
  expect(screen.getByText(/7 items are hidden from you/)).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
  muted.unmount()
  renderInApp(<QueueCard queueId="gone" text={queueText(queue)} />)
  expect(await screen.findByText(/🎶 Dinner/)).toBeDefined()
})
