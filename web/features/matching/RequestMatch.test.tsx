import { beforeEach, expect, test, vi } from 'vitest'
import { tasteCalls } from '#contract/taste/taste.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { callKey, queryClient } from '#web/platform/query.ts'
import { RequestMatch } from './RequestMatch.tsx'

const uid = '018f0000-0000-7000-8000-000000000001'
const item = (name: string) => ({ id: name, kind: 'artist', name, by: null, spotify_id: null, youtube_id: null })

beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', function () {
    return { observe: () => undefined, disconnect: () => undefined }
  })
  return () => vi.unstubAllGlobals()
})

test('the list of shared items follows the direction of the page, and each name its own', () => {
  const shared = ['أم كلثوم', 'Bonobo'].map((name) => ({ item: item(name), contribution: 0.1, here: null, world: null }))
  queryClient.setQueryData(callKey(tasteCalls.getMatch, { params: { uid } }), {
    match: { percent: 72, is_hidden: false, rarest: null, shared, shared_items: 5 },
  })
  const { container } = renderInApp(<RequestMatch uid={uid} />)
  expect(container.textContent).toBe('72% match · أم كلثوم, Bonobo, and 3 more')
  expect([...container.querySelectorAll('bdi')].map(({ textContent }) => textContent)).toEqual(['أم كلثوم', 'Bonobo'])
})
