import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderInApp } from '#tests/kit/render.tsx'
import { LanguagesField } from './LanguagesField.tsx'

// jsdom has no layout.
Element.prototype.scrollIntoView = () => undefined
const picked = vi.fn<(value: string[]) => void>()

function Field() {
  const [value, setValue] = useState(['en'])
  const handleChange = (next: string[]) => {
    picked(next)
    setValue(next)
  }
  return <LanguagesField value={value} error={null} onChange={handleChange} />
}

test('Enter picks the first language found, by its own name too, and does not submit the form with typed text', () => {
  renderInApp(<Field />)
  const field = screen.getByRole('combobox', { name: 'Languages' })
  field.focus()
  const typeAndEnter = (text: string) => {
    fireEvent.change(field, { target: { value: text } })
    // False when the default, submitting the form, is prevented.
    return fireEvent.keyDown(field, { key: 'Enter', code: 'Enter' })
  }
  expect([typeAndEnter('deut'), typeAndEnter('espanol'), typeAndEnter('klingon')]).toEqual([false, false, false])
  expect(picked.mock.calls).toEqual([[['en', 'de']], [['en', 'de', 'es']]])
  fireEvent.change(field, { target: { value: '' } })
  fireEvent.keyDown(field, { key: 'Escape', code: 'Escape' })
  expect(fireEvent.keyDown(field, { key: 'Enter', code: 'Enter' })).toBe(true)
})
