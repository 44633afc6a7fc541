import { IconLink, IconTrash } from '@tabler/icons-react'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderInApp } from '#tests/kit/render.tsx'
import { MenuButton } from './MenuButton.tsx'

test('opens the menu with one click while its code loads, and returns the focus to the button on Escape', async () => {
  const remove = vi.fn<() => void>()
  const onChange = vi.fn<(isOpen: boolean) => void>()
  renderInApp(
    <MenuButton
      button={<button type="button">More</button>}
      entries={() => [
        { icon: IconLink, label: 'Open', act: '/there' },
        { icon: IconTrash, label: 'Delete', act: remove, isBad: true },
      ]}
      onChange={onChange}
    />,
  )
  const button = () => screen.getByRole('button', { name: 'More' })
  expect([button().getAttribute('aria-haspopup'), button().getAttribute('aria-expanded')]).toEqual(['menu', 'false'])
  button().focus()
  fireEvent.click(button())
  const open = await screen.findByRole('menuitem', { name: 'Open' })
  expect(open.getAttribute('href')).toBe('/there')
  expect(button().getAttribute('aria-expanded')).toBe('true')
  fireEvent.keyDown(open, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(button()))
  fireEvent.click(button())
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  expect(remove).toHaveBeenCalledOnce()
  expect(onChange.mock.calls.flat()).toEqual([true, false, true, false])
})
