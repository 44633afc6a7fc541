import { act, fireEvent, screen } from '@testing-library/react'
import { useRef, useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { shareSearchCalls, type ShareResult } from '#contract/taste/share-search.ts'
import { folderCalls } from '#contract/taste/folders.ts'
import { tasteListCalls } from '#contract/taste/taste-lists.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { useAuthStore } from '#web/features/identity/auth.store.ts'
import { registerSession } from '#web/platform/session-token.ts'
import { callKey, queryClient } from '#web/platform/query.ts'
import { useNowPlaying } from '../players/now-playing.store.ts'
import { useMusicPlayer } from '../players/music-player.store.ts'
import { localResults } from './local-results.ts'
import { joinLink } from './share-text.ts'
import { useShareSearch } from './use-share-search.tsx'

const [first, second] = ['a'.repeat(22), 'b'.repeat(22)]
const result = (section: ShareResult['section'], name: string, spotifyId: string): ShareResult => ({
  section,
  item: { id: crypto.randomUUID(), kind: 'track', name, by: 'Little Simz', spotify_id: spotifyId, youtube_id: null },
  person: null,
})

beforeEach(() => {
  const answers: [string | null, ShareResult[]][] = [
    [null, [result('recent', 'Gorilla', first)]],
    ['simz', [result('library', 'Gorilla', first), result('catalog', 'Selfish', second)]],
    ['Little Simz - Gorilla', [result('library', 'Gorilla', first)]],
  ]
  for (const [q, results] of answers)
    queryClient.setQueryData(callKey(shareSearchCalls.searchToShare, { query: q === null ? {} : { q } }), { results, state: 'ready' })
  for (const q of ['simz', 'Little Simz - Gorilla'])
    queryClient.setQueryData(callKey(shareSearchCalls.searchToShare, { query: { q, in: 'spotify' } }), { results: [], state: 'off' })
})

function Composer() {
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  const search = useShareSearch({ text, setText, field, attach: (before, link) => setText(joinLink(before, link)) })
  return (
    <form>
      {search.panel}
      {search.button}
      <textarea
        ref={field}
        aria-label="Message"
        value={text}
        onChange={({ currentTarget: { value } }) => {
          if (!search.opens(text, value)) setText(value)
        }}
      />
    </form>
  )
}

async function compose() {
  renderInApp(<Composer />)
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })
  const combobox = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Find a track or a video' })
  return {
    field,
    combobox,
    type: (text: string) => fireEvent.change(field, { target: { value: text } }),
    async search(text: string) {
      fireEvent.change(await combobox(), { target: { value: text } })
      await vi.waitFor(() => expect(screen.queryAllByRole('row').length).toBeGreaterThan(text === 'simz' ? 1 : 0))
    },
    press: async (key: string) => fireEvent.keyDown(await combobox(), { key }),
    selected: () => screen.getAllByRole('row').find((row) => row.getAttribute('aria-selected') === 'true')?.textContent,
  }
}

test('a slash in an empty field opens the search, and Enter adds the link of the selected item', async () => {
  const { field, type, search, press, selected } = await compose()
  type('/')
  expect(field.value).toBe('')
  await search('simz')
  expect(selected()).toContain('Gorilla')
  await press('ArrowDown')
  expect(selected()).toContain('Selfish')
  await press('Enter')
  expect([field.value, screen.queryByRole('combobox')]).toEqual([`https://open.spotify.com/track/${second}`, null])
})

test('Escape closes the search and keeps the typed text', async () => {
  const { field, type, combobox, press } = await compose()
  type('+')
  fireEvent.change(await combobox(), { target: { value: '1' } })
  await press('Escape')
  expect([field.value, screen.queryByRole('combobox')]).toEqual(['+1', null])
})

test('“play:” opens the search; an item replaces it, and Escape keeps it with the typed text', async () => {
  const { field, type, search, press } = await compose()
  type('play:')
  await search('simz')
  await press('Escape')
  expect([field.value, screen.queryByRole('combobox')]).toEqual(['play:simz', null])
  type('')
  type('play:')
  await search('simz')
  await press('Enter')
  expect(field.value).toBe(`https://open.spotify.com/track/${first}`)
})

test('before typing, the last played items are suggested', async () => {
  const { type, combobox } = await compose()
  type('Listen')
  fireEvent.click(screen.getByRole('button', { name: 'Add a track or a video' }))
  await combobox()
  expect((await screen.findByRole('rowgroup', { name: 'Played last' })).textContent).toContain('Gorilla')
})

test('the search plays a result by keyboard and stays open', async () => {
  const { type, search, press, combobox } = await compose()
  type('/')
  await search('simz')
  await press('ArrowRight')
  await act(() => press('Enter'))
  expect([useMusicPlayer.getState().songId, useNowPlaying.getState().platform]).toEqual([first, 'spotify'])
  expect(await combobox()).toBeTruthy()
})

test('“artist - title” is offered as a search, and choosing replaces the text', async () => {
  const { field, type, press } = await compose()
  type('Little Simz - Gorilla')
  fireEvent.click(screen.getByRole('button', { name: /^Find/ }))
  await screen.findByRole('row')
  await press('Enter')
  expect(field.value).toBe(`https://open.spotify.com/track/${first}`)
})

test('without a network, the search finds the user’s items that this device has loaded', async () => {
  const item = { ...result('library', 'Gorilla', first).item, id: crypto.randomUUID() }
  const list = callKey(tasteListCalls.getTasteList, { params: { uid: 'me', list: 'tracks' } })
  queryClient.setQueryData(list, { rows: [{ item }, { item: { ...item, id: crypto.randomUUID(), name: 'Venom', by: 'Other' } }] })
  useAuthStore.setState({ uid: 'me' })
  registerSession({ getToken: () => Promise.reject(new Error('no network')), uid: () => null })
  const { type, combobox } = await compose()
  type('/')
  fireEvent.change(await combobox(), { target: { value: 'little go' } })
  expect(await screen.findByText(/^You’re offline/)).toBeTruthy()
  expect(screen.getAllByRole('row').map((row) => row.textContent)).toEqual([expect.stringContaining('Gorilla')])
})

test('without a network, items of others that this device has read are not called the user’s own', () => {
  const folder = { id: crypto.randomUUID(), name: 'Nights', count: 1, moment_id: null, owner: null, is_mine: false }
  const link = { link: 'https://x', platform: 'spotify', kind: 'track', id: second }
  const folderItem = { id: crypto.randomUUID(), link, item: result('library', 'Gone', second).item, note: '', added_at: '' }
  queryClient.setQueryData(callKey(folderCalls.getFolder, { params: { id: folder.id } }), { ...folder, items: [folderItem] })
  queryClient.setQueryData(callKey(shareSearchCalls.searchToShare, { query: { q: 'g' } }), {
    results: [result('buddies', 'Good', 'c'.repeat(22)), result('spotify', 'Great', 'd'.repeat(22))],
    state: 'ready',
  })
  expect(new Set(localResults('g', null, null).map(({ item }) => item.name))).toEqual(new Set(['Gorilla']))
})

test('a pasted link is shared unchanged', async () => {
  const { field, type, combobox, press } = await compose()
  type('/')
  fireEvent.change(await combobox(), { target: { value: 'https://youtu.be/dQw4w9WgXcQ' } })
  await press('Enter')
  expect(field.value).toBe('https://youtu.be/dQw4w9WgXcQ')
})
