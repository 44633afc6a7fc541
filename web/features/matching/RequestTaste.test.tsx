import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { PRINT_BARS } from '#contract/taste/print.ts'
import { tasteCalls } from '#contract/taste/taste.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { callKey, queryClient } from '#web/platform/query.ts'
import { RequestTaste } from './RequestTaste.tsx'

const person = { uid: '018f0000-0000-7000-8000-000000000001', name: 'Yuki Tanabe', user_name: 'yuki', avatar_url: null }
const item = (index: number) => ({
  id: `id ${index}`,
  kind: 'artist',
  name: `Artist ${index}`,
  by: null,
  spotify_id: null,
  youtube_id: null,
})
const print = PRINT_BARS.map((name) => (name === 'jazz' || name === 'talks' ? 1 : 0))

beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', function () {
    return { observe: () => undefined, disconnect: () => undefined }
  })
  return () => vi.unstubAllGlobals()
})

function show(match: object, [mine, theirs] = [print, print]): void {
  const shared = Array.from({ length: 4 }, (_, index) => ({ item: item(index), contribution: 0.1, here: null, world: null }))
  const rare = { ...shared[0], world: { count: 10_000, unit: 'listeners' } }
  queryClient.setQueryData(callKey(tasteCalls.getMatch, { params: { uid: person.uid } }), {
    prints: { mine, theirs },
    match: {
      percent: 74,
      is_hidden: false,
      rarest: rare.item,
      shared: [rare, ...shared.slice(1)],
      shared_items: 11,
      shared_artists: 4,
      shared_channels: 0,
      only_listeners: false,
      ...match,
    },
  })
  renderInApp(<RequestTaste person={person} />)
}

it('shows the match, where the two meet, the rarest item, and how many more there are', () => {
  show({})
  expect(screen.getByText(/^74/).textContent).toContain('74%')
  expect(screen.getByText(/^You meet in/).textContent).toBe('You meet in jazz and talks')
  expect(screen.getByRole('img', { name: /^74% match/ })).toBeDefined()
  expect(screen.getAllByRole('link').map((link) => [link.getAttribute('href'), link.textContent])).toEqual([
    ['/artist/id 0', 'Rarest: Artist 0'],
    ['/artist/id 1', 'Artist 1'],
    [`/view-connection/${person.uid}`, `+9and 9 more with ${person.name}`],
  ])
})

it('shows how much the two share if no bar is high for both', () => {
  show({}, [print, PRINT_BARS.map((name) => (name === 'house' ? 1 : 0))])
  expect(screen.getByText('4 artists in common')).toBeDefined()
})

it('shows neither prints nor a percentage for a person who hides them', () => {
  show({ percent: null, is_hidden: true, rarest: null, shared: [], shared_items: 0 })
  expect(screen.getByText('Match not shown')).toBeDefined()
  expect(screen.queryByRole('img')).toBeNull()
  expect(screen.queryAllByRole('link')).toEqual([])
})
