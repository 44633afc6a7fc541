import { IconLink, IconTrash } from '@tabler/icons-react'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderInApp } from '#tests/kit/render.tsx'
import { MenuButton } from './MenuButton.tsx'
import { PopoverButton } from './PopoverButton.tsx'

// The code of menus and popovers arrives when a test lets it.
const code = vi.hoisted(() => {
  let arrive = () => undefined as void
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  return { arrive, arrived }
})
vi.mock('./OpenedMenu.tsx', async (load) => {
  await code.arrived
  return load()
})
vi.mock('./OpenedPopover.tsx', async (load) => {
  await code.arrived
  return load()
})

test('the pressed button keeps the focus while the code of its menu or popover loads', async () => {
  renderInApp(
    <>
      <MenuButton button={<button type="button">More</button>} entries={() => [{ icon: IconLink, label: 'Open', act: '/there' }]} />
      <PopoverButton button={<button type="button">Smile</button>} isOpen={false} onChange={() => undefined} position="top">
        faces
      </PopoverButton>
    </>,
  )
  for (const name of ['Smile', 'More']) {
    const pressed = screen.getByRole('button', { name })
    act(() => pressed.focus())
    fireEvent.click(pressed)
    await act(async () => undefined)
    expect(document.activeElement).toBe(pressed)
  }
  code.arrive()
  await screen.findByRole('menuitem', { name: 'Open' })
})

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
