import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInApp } from '#tests/kit/render.tsx'
import { ProfileTabs } from './ProfileTabs.tsx'

test('keeps the persona on every tab of the user’s own profile, including moments', () => {
  renderInApp(<ProfileTabs uid="u1" current="overview" as="buddy" />)
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/profile/u1?as=buddy',
    '/profile/u1/spotify?as=buddy',
    '/profile/u1/youtube?as=buddy',
    '/profile/u1/buddies?as=buddy',
    '/moments/u1?as=buddy',
  ])
})
