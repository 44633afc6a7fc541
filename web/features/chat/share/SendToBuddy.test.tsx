import { act, fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { type Profile, profileCalls } from '#contract/profiles.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { useAuthStore } from '#web/features/identity/auth.store.ts'
import { callKey, queryClient } from '#web/platform/query.ts'
import { initialChat, type ChatState, type Conversation } from '../engine/state.ts'
import type { Chat } from '../runtime/chat.state.ts'
import { provideChat } from '../runtime/current-chat.ts'
import { SendToBuddy, type Sendable } from './SendToBuddy.tsx'

// The textarea measures itself again when fonts load; jsdom has no `fonts`.
Object.defineProperty(document, 'fonts', { value: new EventTarget() })

const video: Sendable = {
  storageKey: 'video-reply',
  target: {},
  type: 'youtube video',
  referenceItem: ['v1'],
  withoutText: null,
  question: 'Who gets this video?',
  placeholder: (name) => `Reply to ${name}`,
  notBuddies: (name) => `You can send ${name} a video once you’re buddies.`,
}
const people = { 'id-kai': 'Kai Sol', 'id-emeka': 'Emeka Eze' }

/** A user on a buddy's page, about to send the video. */
function replies(me: string, { to }: { to: keyof typeof people }) {
  act(() => useAuthStore.setState({ uid: me }))
  const rendered = renderInApp(<SendToBuddy item={video} params={{ uid: to }} />)
  const field = screen.getByRole<HTMLTextAreaElement>('textbox')
  return {
    to: () => screen.getByText(/^To /).textContent,
    text: () => field.value,
    type: (text: string) => fireEvent.change(field, { target: { value: text } }),
    leave: rendered.unmount,
  }
}

it('a draft reply is restored for its author, and not for another user of the tab', () => {
  for (const [uid, name] of Object.entries(people)) {
    // Only the fields that are used here.
    const profile = { uid, name, relation: 'connected' } as Profile
    queryClient.setQueryData(callKey(profileCalls.getProfile, { params: { uid } }), profile)
  }
  const mira = replies('mira', { to: 'id-kai' })
  mira.type('for Kai alone')
  mira.leave()
  const jonas = replies('jonas', { to: 'id-emeka' })
  expect([jonas.to(), jonas.text()]).toEqual(['To Emeka Eze', ''])
  jonas.leave()
  const repeated = replies('mira', { to: 'id-emeka' })
  expect([repeated.to(), repeated.text()]).toEqual(['To Kai Sol', 'for Kai alone'])
})

it('an open group names no receiver: one is picked', () => {
  const read = vi.fn<() => Promise<Response>>(() => Promise.resolve(Response.json({ people: [] })))
  vi.stubGlobal('fetch', read)
  act(() => useAuthStore.setState({ uid: 'nora' }))
  // Only the fields that are used here.
  const group = { person: { uid: 'group', user_name: '', name: 'Night owls', avatar_url: null } } as Conversation
  const store = createStore<ChatState>(() => ({ ...initialChat('nora'), activeChat: 'group', conversations: { group } }))
  const stop = provideChat({ store } as unknown as Chat)
  renderInApp(<SendToBuddy item={video} params={{}} />)
  expect([screen.queryByText('Who gets this video?') !== null, screen.queryByText('Finding the recipient')]).toEqual([true, null])
  stop()
  vi.unstubAllGlobals()
})
