import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { NameField } from './NameField.tsx'

function Name() {
  const [name, setName] = useState('Mira')
  return <NameField value={name} error={undefined} onChange={setName} />
}

test('a name that is longer than allowed stays, with a count that says by how much, and a shorter one has none', () => {
  renderInApp(<Name />)
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
  expect([field.maxLength, field.getAttribute('aria-invalid'), screen.queryByText(/\d \/ \d/)]).toEqual([-1, null, null])
  fireEvent.change(field, { target: { value: 'M'.repeat(limits.name.max + 3) } })
  expect([field.value.length, field.getAttribute('aria-invalid')]).toEqual([63, 'true'])
  expect(screen.getByText('63 / 60')).toBeTruthy()
})
