import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { profileCalls } from '#contract/profiles.ts'
import { renderInApp, shownPath } from '#tests/kit/render.tsx'
import { cacheResponse } from '#web/platform/query.ts'
import { ProfileAddress } from './ProfileAddress.tsx'

const UID = '0b2f9c1a-5d7e-4c3b-8a1f-2e6d4c5b7a90'

test.each([
  ['/profile/mira', `/profile/${UID}`],
  ['/profile/MIRA/spotify?as=buddy', `/profile/${UID}/spotify?as=buddy`],
  ['/Profile/mira/time', `/Profile/${UID}/time`],
  [`/profile/${UID}/buddies`, `/profile/${UID}/buddies`],
])('%s shows the person at %s', async (address, shown) => {
  cacheResponse(profileCalls.findByUserName, { params: { userName: 'mira' } }, { uid: UID })
  renderInApp(
    <Routes>
      {['/profile/:uid', '/profile/:user_id/:tab'].map((path) => (
        <Route key={path} path={path} element={<ProfileAddress>{(uid) => <output>{uid}</output>}</ProfileAddress>} />
      ))}
    </Routes>,
    { path: address },
  )
  expect([(await screen.findByRole('status')).textContent, shownPath()]).toEqual([UID, shown])
})
