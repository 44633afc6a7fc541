import { IconTrash } from '@tabler/icons-react'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderInApp } from '#tests/kit/render.tsx'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { MenuButton } from './MenuButton.tsx'

function Page() {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setAsking(true)}>
        Ask
      </button>
      <MenuButton
        button={<button type="button">More</button>}
        entries={() => [{ icon: IconTrash, label: 'Delete', act: () => setAsking(true) }]}
      />
      {isAsking && (
        <ConfirmDialog title="Delete it?" confirm="Yes" onConfirm={() => undefined} onClose={() => setAsking(false)}>
          It is gone afterwards.
        </ConfirmDialog>
      )}
    </>
  )
}

test('a dialog that is unmounted when it closes returns the focus to its button, or to the button of its menu', async () => {
  renderInApp(<Page />)
  const press = (element: HTMLElement) => {
    element.focus()
    fireEvent.click(element)
  }
  const button = (name: string) => screen.getByRole('button', { name })
  press(button('Ask'))
  press(await screen.findByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(document.activeElement).toBe(button('Ask')))
  press(button('More'))
  press(await screen.findByRole('menuitem', { name: 'Delete' }))
  press(await screen.findByRole('button', { name: 'Yes' }))
  await waitFor(() => expect(document.activeElement).toBe(button('More')))
})
