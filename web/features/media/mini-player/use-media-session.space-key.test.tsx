import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useSpaceKey } from './use-media-session.ts'

function Page({ toggle }: { toggle: () => void }) {
  useSpaceKey(toggle)
  return (
    <main id="main" tabIndex={-1}>
      <a href="#moments">Moments</a>
      <a href="#item" role="menuitem">
        Item
      </a>
      <button type="button">Like</button>
      <input aria-label="Message" />
      <section aria-label="Player" tabIndex={-1} />
    </main>
  )
}

test.each([
  ['nothing', () => document.body, 1],
  ['the page', () => screen.getByRole('main'), 1],
  ['a panel', () => screen.getByRole('region'), 1],
  ['a link', () => screen.getByRole('link'), 1],
  ['a menu item', () => screen.getByRole('menuitem'), 0],
  ['a button', () => screen.getByRole('button'), 0],
  ['a text field', () => screen.getByRole('textbox'), 0],
])('with the focus on %s, Space plays or leaves the key alone', (_, focused, calls) => {
  const toggle = vi.fn<() => void>()
  render(<Page toggle={toggle} />)
  focused().focus()
  fireEvent.keyDown(document.activeElement ?? document.body, { key: ' ' })
  expect(toggle).toHaveBeenCalledTimes(calls)
})
