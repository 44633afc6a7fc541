import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SearchedWords, SettingsCard, SettingsRow } from './SettingsCard.tsx'

/** The labels that a search leaves in the card "Players". */
function found(...words: string[]): string[] {
  const { container, unmount } = render(
    <SearchedWords value={words}>
      <SettingsCard title="Players" keywords="sound">
        <SettingsRow label="Autoplay videos" hint="They start muted.">
          {null}
        </SettingsRow>
        <SettingsRow label="Play tracks on">{null}</SettingsRow>
      </SettingsCard>
    </SearchedWords>,
  )
  const labels = within(container)
    .queryAllByText(/videos|tracks/)
    .map(({ textContent }) => textContent)
  unmount()
  return labels
}

test('shows everything without a search, and where the title or a keyword is found', () => {
  const all = ['Autoplay videos', 'Play tracks on']
  expect([found(), found('play', 'ers'), found('sound')]).toEqual([all, all, all])
})

test('shows the rows whose label and hint have all words', () => {
  expect([found('muted', 'autoplay'), found('tracks'), found('tracks', 'muted')]).toEqual([['Autoplay videos'], ['Play tracks on'], []])
  expect(screen.queryByText('Players')).toBeNull()
})
