import { cleanup, render, screen } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { profileCalls } from '#contract/profiles.ts'
import { queryClient, cacheAnswer } from '#web/platform/query.ts'
import { ProfileAddress } from './ProfileAddress.tsx'

const UID = '0b2f9c1a-5d7e-4c3b-8a1f-2e6d4c5b7a90'

function Page() {
  const { pathname, search } = useLocation()
  return <ProfileAddress>{(uid) => <output>{`${uid} at ${pathname}${search}`}</output>}</ProfileAddress>
}

afterEach(() => {
  cleanup()
  queryClient.clear()
})

test.each([
  ['/profile/mira', `/profile/${UID}`],
  ['/profile/MIRA/spotify?as=buddy', `/profile/${UID}/spotify?as=buddy`],
  ['/Profile/mira/time', `/Profile/${UID}/time`],
  [`/profile/${UID}/buddies`, `/profile/${UID}/buddies`],
])('%s shows the person at %s', async (address, shown) => {
  cacheAnswer(profileCalls.findByUserName, { params: { userName: 'mira' } }, { uid: UID })
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[address]}>
        <Routes>
          {['/profile/:person', '/profile/:person/:tab'].map((path) => (
            <Route key={path} path={path} element={<Page />} />
          ))}
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect((await screen.findByRole('status')).textContent).toBe(`${UID} at ${shown}`)
})
