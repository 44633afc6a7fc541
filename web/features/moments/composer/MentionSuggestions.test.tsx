import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Audience } from '#contract/people.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { useAuthStore } from '#web/features/identity/auth.store.ts'
import { registerSession } from '#web/platform/session-token.ts'
import { CommentForm } from '../comments/CommentForm.tsx'
import { MomentComposer } from './MomentComposer.tsx'
import { QuoteDialog } from './QuoteDialog.tsx'

const personOf = (index: number, userName: string, name: string) => ({
  uid: `00000000-0000-7000-8000-00000000000${index}`,
  user_name: userName,
  name,
  avatar_url: null,
})
const me = personOf(1, 'mira', 'Mira Olsen')
const olga = personOf(2, 'olga.b', 'Olga Berg')
const oliver = personOf(3, 'oliver', 'Oliver Tan')
const jonas = personOf(4, 'jonas', 'Jonas Olafsson')

let posted: string[]
let searched: URLSearchParams[]
beforeEach(() => {
  posted = []
  searched = []
  sessionStorage.clear()
  localStorage.clear()
  act(() => useAuthStore.setState({ uid: me.uid }))
  registerSession({ getToken: () => Promise.resolve('token'), uid: () => me.uid })
  const row = { relation: 'none', mutual_count: 0, may_ask: true, match_percent: null }
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const { pathname, searchParams } = new URL(address, 'https://wavelength.test')
    if (pathname.endsWith('/recipients')) {
      return Response.json({
        people: [oliver, jonas].map((person) => ({ person, reason: { kind: 'match', name: null, bar: null, percent: 40 } })),
      })
    }
    if (pathname.endsWith('/people')) {
      searched.push(searchParams)
      return Response.json({ people: [me, oliver, olga].map((person) => ({ ...person, ...row })), next: null })
    }
    if (init.method === 'POST') posted.push(pathname)
    return Response.json({}, { status: 404 })
  })
})
afterEach(() => vi.unstubAllGlobals())

function show(form: ReactElement) {
  renderInApp(form)
  const field = screen.getByRole<HTMLTextAreaElement>('textbox')
  act(() => field.focus())
  return {
    field,
    type: (value: string) => fireEvent.change(field, { target: { value } }),
    press: (key: string) => fireEvent.keyDown(field, { key }),
    /** The user names of the suggestions; the selected one is marked. */
    suggested: () =>
      screen.queryAllByRole('option').map((option) => {
        const isActive = field.getAttribute('aria-activedescendant') === option.id && option.ariaSelected !== 'false'
        return (isActive ? '> ' : '') + (option.textContent ?? '').replace(/^.*@/, '')
      }),
  }
}

const momentOf = (author: typeof me, audience: Audience) => ({ id: '00000000-0000-7000-8000-0000000000aa', author, audience })
// Only the fields that the dialog shows.
const quoted = { ...momentOf(jonas, 'everyone'), text: 'Live session', posted_at: '2026-03-01T20:00:00.000Z', pictures: [], link: null }
const onClose = vi.fn<() => void>()

test.each([
  ['the composer', <MomentComposer key="composer" me={me} />],
  ['a quote', <QuoteDialog key="quote" quoted={quoted} audience="everyone" me={me} onClose={onClose} />],
  ['a comment', <CommentForm key="comment" moment={momentOf(jonas, 'everyone')} me={me} />],
])('%s suggests buddies first and then others, and a press completes the name', async (_, form) => {
  const { field, type, suggested } = show(form)
  type('Listen @ol')
  await vi.waitFor(() => expect(suggested()).toEqual(['> oliver', 'jonas', 'olga.b']), { timeout: 5_000 })
  expect(screen.getByRole('listbox', { name: 'Mention someone' }).id).toBe(field.getAttribute('aria-controls'))
  fireEvent.click(screen.getByRole('option', { name: /Olga Berg/ }))
  expect(field.value).toBe('Listen @olga.b ')
  expect(suggested()).toEqual([])
})

test('arrow keys select, and Enter chooses instead of sending the comment', async () => {
  const { field, type, press, suggested } = show(<CommentForm moment={momentOf(jonas, 'everyone')} me={me} />)
  type('@o')
  await vi.waitFor(() => expect(suggested()).toEqual(['> oliver', 'jonas']))
  press('ArrowDown')
  expect(suggested()).toEqual(['oliver', '> jonas'])
  press('Enter')
  expect([field.value, posted]).toEqual(['@jonas ', []])
  press('Enter')
  await vi.waitFor(() => expect(posted).toHaveLength(1))
})

test('Escape closes the list and not the dialog, and Tab chooses', async () => {
  onClose.mockClear()
  const { field, type, press, suggested } = show(<QuoteDialog quoted={quoted} audience="everyone" me={me} onClose={onClose} />)
  type('@jon')
  await vi.waitFor(() => expect(suggested()).toEqual(['> jonas']))
  press('Escape')
  expect([suggested(), onClose.mock.calls.length, field.hasAttribute('aria-activedescendant')]).toEqual([[], 0, false])
  type('@jon and @oliv')
  await vi.waitFor(() => expect(suggested()).toEqual(['> oliver']))
  press('Tab')
  expect(field.value).toBe('@jon and @oliver ')
  press('Escape')
  expect(onClose).toHaveBeenCalledOnce()
})

test('only people who can see the moment are suggested', async () => {
  const ofBuddy = show(<CommentForm moment={momentOf(jonas, 'buddies')} me={me} />)
  ofBuddy.type('@ol')
  await vi.waitFor(() => expect(ofBuddy.suggested()).toEqual(['> jonas', 'oliver', 'olga.b']))
  expect(searched.map((query) => query.get('within'))).toEqual([jonas.uid])
  cleanup()
  sessionStorage.clear()
  const own = show(<CommentForm moment={momentOf(me, 'buddies')} me={me} />)
  own.type('@ol')
  await vi.waitFor(() => expect(own.suggested()).toEqual(['> oliver', 'jonas']))
  expect(searched).toHaveLength(1)
})
