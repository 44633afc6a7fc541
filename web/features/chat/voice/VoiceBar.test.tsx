import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { renderInApp } from '#tests/kit/render.tsx'
import { NOBODY } from '#contract/base/ids.ts'
import { setNoticeView } from '#web/platform/notices.ts'
import { initialChat, type ChatMessage, type ChatState, type Conversation } from '../engine/state.ts'
import { emptyThread } from '../engine/thread.ts'
import type { Chat } from '../runtime/chat.state.ts'
import { provideChat } from '../runtime/current-chat.ts'
import { stopped, useVoicePlayback } from './voice-playback.store.ts'
import { togglePlayback } from './voice-playback.ts'
import { VoiceBar } from './VoiceBar.tsx'

const voice = { source: '/files/one.webm', durationMs: 12_000, waveform: [1, 2, 3] }
const GONE = ['This voice message is no longer available.']
// Only the fields that are used here.
const message = { id: 'one', sender: 'vera', receiver: 'me', isDeleted: false } as ChatMessage
const conversation = { chatId: 'c', tab: 'chats', changeSeq: 0 } as Conversation

let notices: string[]
let files: string[]
let stop: (() => void)[]

beforeEach(() => {
  notices = []
  files = []
  stop = [setNoticeView(({ message: text }) => void notices.push(text))]
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue(undefined)
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue(undefined)
})
afterEach(() => {
  for (const end of stop) end()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** The bar of a message of that conversation, while `items` of it are loaded. The server answers with `status`. */
async function playing({
  items = [message],
  line = conversation,
  status = 200,
}: { items?: ChatMessage[]; line?: Conversation | null; status?: number } = {}) {
  const server = { status }
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    files.push(`${method} ${path}`)
    return { status: server.status }
  })
  const store = createStore<ChatState>(() => ({
    ...initialChat('me'),
    conversations: line ? { c: line } : {},
    messages: { c: { ...emptyThread, status: 'ready', items } },
  }))
  stop.push(provideChat({ store } as unknown as Chat))
  useVoicePlayback.setState({ ...stopped, rate: 1, stoppedAt: {} })
  togglePlayback('one', voice)
  useVoicePlayback.setState({ isPlaying: true, path: '/chat/c', away: voice })
  renderInApp(<VoiceBar />)
  await settled()
  return { store, server }
}

const settled = () => act(() => Promise.resolve())
const isPlaying = () => useVoicePlayback.getState().id !== null && screen.queryByRole('region', { name: 'Voice message' }) !== null
const itemsOf = (items: ChatMessage[]): Partial<ChatState> => ({ messages: { c: { ...emptyThread, status: 'ready', items } } })

const endings: [string, Partial<ChatState>][] = [
  ['its author deletes it', itemsOf([{ ...message, isDeleted: true }])],
  ['a block in a group hides it', itemsOf([{ ...message, sender: NOBODY, receiver: 'c' }])],
  ['the conversation is gone', { conversations: {}, messages: {} }],
]
test.each(endings)('a message that plays on stops with a notice when %s', async (_, change) => {
  const { store } = await playing()
  expect([isPlaying(), files]).toEqual([true, []])
  act(() => store.setState(change))
  expect([isPlaying(), notices]).toEqual([false, GONE])
})

test('the server is asked about a message that isn’t loaded, again after each change of its conversation', async () => {
  const { store, server } = await playing({ items: [] })
  expect([isPlaying(), files]).toEqual([true, ['HEAD /files/one.webm']])
  act(() => store.setState({ conversations: { c: { ...conversation, changeSeq: 1 } } }))
  await settled()
  expect([isPlaying(), files.length]).toEqual([true, 2])
  server.status = 404
  // A block in a group loads the group again.
  act(() => store.setState({ revisions: { c: 7 } }))
  await settled()
  expect([isPlaying(), notices]).toEqual([false, GONE])
})

test('it plays on while the server can’t be reached', async () => {
  const { store, server } = await playing({ items: [] })
  server.status = 503
  act(() => store.setState({ revisions: { c: 7 } }))
  await settled()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
  act(() => store.setState({ revisions: { c: 8 } }))
  await settled()
  expect([isPlaying(), notices]).toEqual([true, []])
})

test('it stops without a notice when the user leaves or archives the conversation', async () => {
  await playing({ line: null, items: [] })
  expect([isPlaying(), notices]).toEqual([false, []])
  await playing({ line: { ...conversation, tab: 'archived' } })
  expect([isPlaying(), notices]).toEqual([false, []])
})
