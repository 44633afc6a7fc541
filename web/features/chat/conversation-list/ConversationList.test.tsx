import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { callPattern } from '#contract/base/call.ts'
import { chatCalls, type ChatTab } from '#contract/chat/chat.ts'
import { discoverCalls, type Recipient } from '#contract/taste/discover.ts'
import { renderInApp, shownPath } from '#tests/kit/render.tsx'
import { cacheResponse, callKey, queryClient } from '#web/platform/query.ts'
import { registerSession } from '#web/platform/session-token.ts'
import { initialChat, type ChatState, type Conversation } from '../engine/state.ts'
import type { Chat } from '../runtime/chat.state.ts'
import { provideChat } from '../runtime/current-chat.ts'
import { ConversationList } from './ConversationList.tsx'

const card = (uid: string, name: string) => ({ uid, user_name: uid, name, avatar_url: null })
const lastOf = ({ uid, name }: Conversation['person'], day: number) => ({
  sender: uid,
  userName: name,
  content: 'hi',
  type: 'text',
  sent_date: `2026-01-0${day}T00:00:00.000Z`,
  referenceItem: [],
})
/** Conversations with longer ids have newer messages. */
const conversation = (chatId: string, person: Conversation['person'], tab: ChatTab | null, group: Conversation['group'] = null) =>
  // Only the fields that are used here.
  ({
    chatId,
    person,
    tab,
    group,
    request: 'none',
    unread: 0,
    mutedUntil: null,
    last: lastOf(person, chatId.length),
  }) as unknown as Conversation

const reason: Recipient['reason'] = { kind: 'none', name: null, bar: null, percent: null }
const groupOf = (members: number) => ({ role: 'member' as const, members, invitedBy: null })

function shown({ conversations = {}, buddies = [] as ReturnType<typeof card>[] } = {}) {
  const store = createStore<ChatState>(() => {
    const start = initialChat('me')
    return { ...start, conversations, lists: { ...start.lists, chats: { ...start.lists.chats, status: 'ready' } } }
  })
  const reloadList = vi.fn<(tab?: ChatTab) => void>()
  // Only the functions that are used here.
  act(() => void provideChat({ store, reloadList, prepare: () => undefined } as unknown as Chat))
  cacheResponse(discoverCalls.getRecipients, { query: {} }, { people: buddies.map((person) => ({ person, reason })) })
  renderInApp(<ConversationList openChat={null} />, { path: '/chat' })
  return { reloadList }
}

const field = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search chats, buddies, and messages' })
const type = (text: string) => fireEvent.change(field(), { target: { value: text } })
/** The server finds no messages. */
const noMessages = (term: string) =>
  queryClient.setQueryData([callPattern(chatCalls.searchMessages), null, term], {
    pages: [{ found: [], next_cursor: null }],
    pageParams: [null],
  })
const namesIn = (title: string) =>
  within(screen.getByRole('region', { name: title }))
    .getAllByRole('link')
    .map((link) => link.querySelector('.wl-chats-name')?.textContent)

beforeEach(() => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline'))))
beforeEach(() => vi.stubGlobal('IntersectionObserver', undefined))
afterEach(() => vi.unstubAllGlobals())

const conversations = {
  c: conversation('c', card('jose', 'José Ángel'), 'chats'),
  cc: conversation('cc', card('angela', 'Mira Sand'), 'chats'),
  ccc: conversation('ccc', card('g-angel', 'Night owls'), 'chats', groupOf(3)),
  cccc: conversation('cccc', card('g2', 'Angel fans'), 'archived', groupOf(3)),
  ccccc: conversation('ccccc', card('declined', 'Angel Declined'), null),
}

test('a name finds conversations of all tabs at once and offline, then buddies without a conversation', async () => {
  const { reloadList } = shown({ conversations, buddies: [card('jose', 'José Ángel'), card('angus', 'Angelo Ruiz'), card('max', 'Max')] })
  type('ANGEL')
  await screen.findByRole('region', { name: 'Chats' })
  expect(namesIn('Chats')).toEqual(['Angel fans', 'Mira Sand', 'José Ángel'])
  expect(namesIn('Buddies')).toEqual(['Angelo Ruiz'])
  expect(screen.getByRole('link', { name: /Angel fans/ }).textContent).toContain('Archived')
  expect(screen.getByRole('link', { name: /Mira Sand/ }).textContent).not.toContain('Chats')
  expect(screen.queryByText(/Nothing found/)).toBeNull()
  await expect.poll(() => reloadList.mock.calls).toEqual([['requests'], ['archived']])
})

test('the text of a group’s last message is cut at its own end, apart from the sender’s name', () => {
  const last = { ...lastOf(card('camille', 'Camille Laurent'), 1), userName: 'Camille Laurent', content: 'موسيقى الليل' }
  shown({ conversations: { ccc: { ...conversations.ccc, last } } })
  const parts = [...(document.querySelector('.wl-chats-preview')?.querySelectorAll('.wl-line') ?? [])]
  expect(parts.map((part) => part.textContent)).toEqual(['Camille:', 'موسيقى الليل'])
})

test('a found conversation or buddy opens, and the search ends', async () => {
  shown({ conversations, buddies: [card('angus', 'Angelo Ruiz')] })
  type('jose')
  fireEvent.click(await screen.findByRole('link', { name: /José/ }))
  expect([shownPath(), field().value]).toEqual(['/chat/c', ''])
  type('@angus')
  fireEvent.click(await screen.findByRole('link', { name: /Angelo/ }))
  expect([shownPath(), field().value]).toEqual(['/chat?uid=angus', ''])
})

test('reports no results only after messages are searched as well', async () => {
  noMessages('xyz')
  noMessages('mira')
  shown({ conversations })
  type('xyz')
  expect(screen.queryByText(/Nothing found/)).toBeNull()
  await screen.findByText('Nothing found for “xyz”')
  expect(screen.getByRole('status').textContent).toBe('Nothing found')
  type('mira')
  await expect.poll(() => screen.getByRole('status').textContent).toBe('1 result')
  expect(screen.queryByText(/Nothing found/)).toBeNull()
  expect(screen.queryByRole('region', { name: 'Messages' })).toBeNull()
})

const newChat = async (item: string) => {
  const button = screen.getByRole('button', { name: 'New chat' })
  button.focus()
  fireEvent.click(button)
  fireEvent.click(await screen.findByRole('menuitem', { name: item }))
  return screen.findByRole('dialog', { name: item })
}

test('“New message” finds a buddy by name from the keyboard, and opens the conversation', async () => {
  const buddies = ['José Ángel', 'Mira Sand', 'Max', 'Olga', 'Paul', 'Quin'].map((name, index) => card(`u${index}`, name))
  shown({ conversations, buddies })
  const dialog = await newChat('New message')
  const search = within(dialog).getByRole('searchbox', { name: 'Search your buddies' })
  await expect.poll(() => document.activeElement).toBe(search)
  fireEvent.change(search, { target: { value: 'jose angel' } })
  expect(within(dialog).getAllByRole('listitem')).toHaveLength(1)
  fireEvent.click(within(dialog).getByRole('button', { name: /José/ }))
  expect([shownPath(), screen.queryByRole('dialog')]).toEqual(['/chat?uid=u0', null])
})

/** The list before the buddies are loaded. Returns a function that answers with them. */
function shownWhileBuddiesLoad(): (buddies: ReturnType<typeof card>[]) => void {
  shown({ conversations })
  queryClient.removeQueries({ queryKey: callKey(discoverCalls.getRecipients, { query: {} }) })
  registerSession({ uid: () => 'me', getToken: async () => 'token' })
  const { promise, resolve } = Promise.withResolvers<Recipient[]>()
  vi.stubGlobal('fetch', async () => Response.json({ people: await promise }))
  return (buddies) => resolve(buddies.map((person) => ({ person, reason })))
}

test('“New message” starts in the search, also while the buddies load, and with few of them', async () => {
  const answer = shownWhileBuddiesLoad()
  const dialog = await newChat('New message')
  const search = within(dialog).getByRole('searchbox', { name: 'Search your buddies' })
  await expect.poll(() => document.activeElement).toBe(search)
  answer([card('0199d3a0-0000-7000-8000-000000000001', 'Uma Bell')])
  await within(dialog).findByRole('button', { name: /Uma Bell/ })
  expect(document.activeElement).toBe(search)
})

test('“New message” moves the focus to the next step when it turns out that there are no buddies', async () => {
  const answer = shownWhileBuddiesLoad()
  const dialog = await newChat('New message')
  await expect.poll(() => document.activeElement?.tagName).toBe('INPUT')
  answer([])
  const next = await within(dialog).findByRole('link', { name: 'Find buddies' })
  expect(document.activeElement).toBe(next)
})

test('“New message” links a user without buddies to the search for people, and returns the focus when it closes', async () => {
  shown()
  const dialog = await newChat('New message')
  expect(dialog.textContent).toContain('You can write to your buddies, and you don’t have any yet.')
  expect(within(dialog).getByRole('link', { name: 'Find buddies' }).getAttribute('href')).toBe('/find_buddies')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('button', { name: 'New chat' }))
})

test('“New group” is in the same menu', async () => {
  shown()
  expect(within(await newChat('New group')).getByRole('textbox', { name: 'Group name' })).toBeTruthy()
})

test('without a conversation, the next step is the first buddy, or a message to one', async () => {
  shown()
  expect(screen.getByRole('link', { name: 'Find buddies' })).toBeTruthy()
  cleanup()
  shown({ buddies: [card('u', 'Uma Bell')] })
  expect(screen.queryByRole('link', { name: 'Find buddies' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'New message' }))
  expect(await screen.findByRole('dialog', { name: 'New message' })).toBeTruthy()
})
