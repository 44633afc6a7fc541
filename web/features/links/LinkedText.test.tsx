import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInApp } from '#tests/kit/render.tsx'
import { LinkedText } from './LinkedText.tsx'

test('warns behind a link that imitates a known address, and behind no other', async () => {
  renderInApp(<LinkedText text="https://spotlfy.com/login https://wikipedia.org https://open.spotify.com/track/1foMv2HQwfQ2vntFf9HFeG" />)
  const warning = await screen.findByText('Careful: this looks like spotify.com, but it’s another site')
  expect(warning.previousElementSibling?.getAttribute('href')).toBe('https://spotlfy.com/login')
  expect(screen.getAllByText(/Careful/)).toHaveLength(1)
})

test('an address can break between its parts, and its text stays the same', () => {
  const address = 'https://music.example.com/watch/long-title?list=one&index=2'
  renderInApp(<LinkedText text={`See ${address}.`} />)
  const link = screen.getByRole('link')
  expect(link.textContent).toBe(address)
  expect(link.innerHTML.replaceAll('&amp;', '&').split('<wbr>')).toEqual([
    'https://',
    'music',
    '.example',
    '.com/',
    'watch/',
    'long-title',
    '?list=one',
    '&index=2',
  ])
})
