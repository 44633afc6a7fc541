import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { ProfileTabs } from './ProfileTabs.tsx'

test('keeps the persona on every tab of the user’s own profile, including moments', () => {
  render(
    <I18nProvider i18n={setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })}>
      <MemoryRouter>
        <ProfileTabs uid="u1" current="overview" as="buddy" />
      </MemoryRouter>
    </I18nProvider>,
  )
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/profile/u1?as=buddy',
    '/profile/u1/spotify?as=buddy',
    '/profile/u1/youtube?as=buddy',
    '/profile/u1/buddies?as=buddy',
    '/moments/u1?as=buddy',
  ])
})
