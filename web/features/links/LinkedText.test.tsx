import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { LinkedText } from './LinkedText.tsx'

test('warns behind a link that imitates a known address, and behind no other', async () => {
  render(
    <I18nProvider i18n={setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })}>
      <MemoryRouter>
        <LinkedText text="https://spotlfy.com/login https://wikipedia.org https://open.spotify.com/track/1foMv2HQwfQ2vntFf9HFeG" />
      </MemoryRouter>
    </I18nProvider>,
  )
  const warning = await screen.findByText('Careful: this looks like spotify.com, but it’s another site')
  expect(warning.previousElementSibling?.getAttribute('href')).toBe('https://spotlfy.com/login')
  expect(screen.getAllByText(/Careful/)).toHaveLength(1)
})
