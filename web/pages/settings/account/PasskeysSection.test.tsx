import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderInApp } from '#tests/kit/render.tsx'
import { PasskeysSection } from './PasskeysSection.tsx'

vi.mock('./AccountGate.tsx', () => ({ AccountGate: ({ children }: { children: unknown }) => children }))
vi.mock('#web/features/identity/use-account.ts', () => ({
  usePasskeys: () => ({ data: [{ id: '1', name: 'Phone', createdAt: null }], refetch: () => undefined }),
}))

test('a passkey renamed to nothing keeps its name, and the field says what is missing', async () => {
  renderInApp(<PasskeysSection />)
  fireEvent.click(screen.getByRole('button', { name: 'Rename Phone' }))
  const field = screen.getByRole('textbox', { name: 'Name of the passkey' })
  fireEvent.change(field, { target: { value: '  ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Enter a name.')).toBeTruthy()
  fireEvent.change(field, { target: { value: 'Tablet' } })
  expect(screen.queryByText('Enter a name.')).toBeNull()
})
