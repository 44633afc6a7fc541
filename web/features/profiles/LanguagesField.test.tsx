import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
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
  render(
    <I18nProvider i18n={setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })}>
      <MantineProvider env="test">
        <Field />
      </MantineProvider>
    </I18nProvider>,
  )
  const field = screen.getByRole('combobox', { name: 'Languages' })
  field.focus()
  const enter = (text: string) => {
    fireEvent.change(field, { target: { value: text } })
    // False when the default, submitting the form, is prevented.
    return fireEvent.keyDown(field, { key: 'Enter', code: 'Enter' })
  }
  expect([enter('deut'), enter('espanol'), enter('klingon')]).toEqual([false, false, false])
  expect(picked.mock.calls).toEqual([[['en', 'de']], [['en', 'de', 'es']]])
  fireEvent.change(field, { target: { value: '' } })
  fireEvent.keyDown(field, { key: 'Escape', code: 'Escape' })
  expect(fireEvent.keyDown(field, { key: 'Enter', code: 'Enter' })).toBe(true)
})
