import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { SearchTerms, SettingsCard, SettingsRow } from './SettingsCard.tsx'

/** The labels in the card "Players" that match a search. */
function matchingLabels(...words: string[]): string[] {
  const { container, unmount } = render(
    <SearchTerms value={words}>
      <SettingsCard title="Players" keywords="sound">
        <SettingsRow label="Autoplay videos" hint="They start muted.">
          {null}
        </SettingsRow>
        <SettingsRow label="Play tracks on">{null}</SettingsRow>
      </SettingsCard>
    </SearchTerms>,
  )
  const labels = within(container)
    .queryAllByText(/videos|tracks/)
    .map(({ textContent }) => textContent)
  unmount()
  return labels
}

test('shows everything without a search, and where the title or a keyword is found', () => {
  const all = ['Autoplay videos', 'Play tracks on']
  expect([matchingLabels(), matchingLabels('play', 'ers'), matchingLabels('sound')]).toEqual([all, all, all])
})

test('shows the rows whose label and hint have all words', () => {
  expect([matchingLabels('muted', 'autoplay'), matchingLabels('tracks'), matchingLabels('tracks', 'muted')]).toEqual([
    ['Autoplay videos'],
    ['Play tracks on'],
    [],
  ])
  expect(screen.queryByText('Players')).toBeNull()
})

/** A row that is edited in place, and can be removed. */
function Editable() {
  const [state, setState] = useState<'row' | 'form' | 'gone'>('row')
  if (state === 'gone') return null
  return state === 'form' ? (
    <form>
      <input aria-label="Name" />
      <button type="button" onClick={() => setState('row')}>
        Cancel
      </button>
    </form>
  ) : (
    <SettingsRow label="A passkey">
      <button type="button" onClick={() => setState('form')}>
        Rename
      </button>
      <button type="button" onClick={() => setState('gone')}>
        Remove
      </button>
    </SettingsRow>
  )
}

test('keeps the focus in the card when the pressed button is replaced or removed', async () => {
  render(
    <SettingsCard title="Passkeys">
      <Editable />
    </SettingsCard>,
  )
  const press = (name: string) => {
    const button = screen.getByRole('button', { name })
    button.focus()
    fireEvent.click(button)
  }
  const focused = () => document.activeElement
  press('Rename')
  await waitFor(() => expect(focused()).toBe(screen.getByLabelText('Name')))
  press('Cancel')
  await waitFor(() => expect(focused()).toBe(screen.getByRole('button', { name: 'Rename' })))
  press('Remove')
  await waitFor(() => expect(focused()).toBe(screen.getByRole('heading', { name: 'Passkeys' })))
})
