import { cleanup, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { Moment } from '#contract/moments.ts'
import type { Profile } from '#contract/profiles.ts'
import { tasteCalls, type Source } from '#contract/taste/taste.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { buddiesFeed, feedKey } from '#web/features/moments/moments.cache.ts'
import { cacheResponse, queryClient } from '#web/platform/query.ts'
import { FirstSteps } from './FirstSteps.tsx'

// Only the fields that are used here.
const me = { uid: 'u1', avatar_url: null, bio: 'hi', buddies_count: 1 } as Profile
const source = { source: 'spotify', status: 'connected', synced_at: null } as Source
const momentOf = (mine: boolean) => ({ id: 'm1', author: me, mine }) as unknown as Moment

/** Home's list of first steps, for a user who has posted or not. */
function show(hasPosted: boolean) {
  cacheResponse(tasteCalls.getSources, {}, { sources: [source] })
  queryClient.setQueryData(feedKey(buddiesFeed), { pages: [{ moments: [momentOf(hasPosted)], next: null }], pageParams: [null] })
  const onKnown = vi.fn<() => void>()
  renderInApp(<FirstSteps me={me} storageKey="first-steps.u1" turn={{ isOn: true, onKnown }} />)
  expect(onKnown).toHaveBeenCalled()
  return [screen.queryByText('Share a moment') !== null, localStorage.getItem('wl.first-steps.u1')]
}

it('a complete list is not shown, now and at later visits', () => {
  expect(show(false)).toEqual([true, null])
  cleanup()
  expect(show(true)).toEqual([false, 'complete'])
})
