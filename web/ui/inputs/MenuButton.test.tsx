import { MantineProvider } from '@mantine/core'
import { IconLink, IconTrash } from '@tabler/icons-react'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { MenuButton } from './MenuButton.tsx'

test('opens the menu with one press while its code loads, and returns the focus to the button on Escape', async () => {
  const remove = vi.fn<() => void>()
  const onChange = vi.fn<(isOpen: boolean) => void>()
  render(
    <MantineProvider env="test">
      <MemoryRouter>
        <MenuButton
          button={<button type="button">More</button>}
          entries={() => [
            { icon: IconLink, label: 'Open', act: '/there' },
            { icon: IconTrash, label: 'Delete', act: remove, isBad: true },
          ]}
          onChange={onChange}
        />
      </MemoryRouter>
    </MantineProvider>,
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
