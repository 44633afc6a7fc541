import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { PRINT_BARS } from '#contract/taste/print.ts'
import { tasteCalls } from '#contract/taste/taste.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { callKey, queryClient } from '#web/platform/query.ts'
import { registerSession } from '#web/platform/session-token.ts'
import { ConnectDialog } from './ConnectDialog.tsx'

const person = { uid: '018f0000-0000-7000-8000-000000000001', name: 'Jonas Weir', user_name: 'jonas', avatar_url: null }
const shared = ['Hailu Mergia', 'Floating Points', 'Burial', 'Four Tet'].map((name, index) => ({
  item: { id: name, kind: 'artist', name, by: null, spotify_id: null, youtube_id: null },
  contribution: 0.1,
  here: null,
  world: index === 0 ? { count: 10_000, unit: 'listeners' } : null,
}))
const print = PRINT_BARS.map((name) => (name === 'jazz' || name === 'talks' ? 1 : 0))

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function open(match: object, theirs: readonly number[] = print): HTMLElement {
  queryClient.setQueryData(callKey(tasteCalls.getMatch, { params: { uid: person.uid } }), {
    match: { percent: 78, is_hidden: false, rarest: shared[0]?.item, shared, ...match },
    prints: { mine: print, theirs },
    you_would_like: [],
    they_would_like: [],
  })
  renderInApp(<ConnectDialog person={person} relation="none" onClose={() => undefined} />)
  return screen.getByRole('dialog', { name: 'Connect with Jonas' })
}

test('the dialog shows the match, where the two meet, and the first shared items, but no links', () => {
  const dialog = within(open({}))
  expect(dialog.getByText('78% match').parentElement?.textContent).toBe('78% match · You meet in jazz and talks')
  const labels = within(dialog.getByRole('list', { name: 'What you share, rarest first' })).getAllByRole('listitem')
  expect(labels.map(({ textContent }) => textContent)).toEqual(['RareHailu Mergia1 in 4,000 listeners', 'Floating Points', 'Burial'])
  expect(dialog.queryAllByRole('link')).toEqual([])
})

test('the dialog names no top genre of a person without data', () => {
  const nothing = PRINT_BARS.map(() => 0)
  const dialog = within(open({ percent: null, rarest: null, shared: [], shared_items: 0 }, nothing))
  expect(dialog.queryByText(/top genre/)).toBeNull()
  expect(dialog.getByRole('region', { name: 'Break the ice' })).toBeDefined()
})

test('the dialog shows neither a percentage nor shared items of a person who hides them', () => {
  const dialog = within(open({ percent: null, is_hidden: true, rarest: null, shared: [] }))
  expect(dialog.getByText('Match not shown').textContent).toBe('Match not shown')
  expect(dialog.queryByRole('list')).toBeNull()
  expect(dialog.getByRole('button', { name: /first\?$/ })).toBeDefined()
})

test('the note of a request that failed is there when the dialog opens again, until it is sent', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  registerSession({ getToken: () => Promise.resolve('token'), uid: () => null })
  let status = 429
  vi.stubGlobal('fetch', async () => Response.json({ type: 'about:blank', code: 'rate_limited' }, { status }))
  const note = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Add a note/ })
  const send = () => act(async () => screen.getByRole('button', { name: 'Send request' }).click())
  open({})
  fireEvent.change(note(), { target: { value: 'Your Ethiopian jazz!' } })
  await send()
  cleanup()
  open({})
  expect(note().value).toBe('Your Ethiopian jazz!')
  status = 200
  await send()
  cleanup()
  open({})
  expect(note().value).toBe('')
})
