import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { moderationLimits } from '#contract/moderation.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { ReportDialog } from './ReportDialog.tsx'

// The textarea measures itself again when fonts load; jsdom has no `fonts`.
Object.defineProperty(document, 'fonts', { value: new EventTarget() })

test('a pasted text over the limit is kept, with its length, and can’t be sent until it is shortened', async () => {
  renderInApp(<ReportDialog kind="person" id="a" onClose={() => undefined} />)
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^What should we know/ })
  const { max } = moderationLimits.reportText
  // Browsers cut off what is over this when a text is pasted.
  expect(field.maxLength).toBe(-1)
  fireEvent.change(field, { target: { value: 'x'.repeat(max + 500) } })
  const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Report' })
  expect([field.value.length, send.disabled, field.ariaInvalid ?? field.getAttribute('aria-invalid')]).toEqual([max + 500, true, 'true'])
  expect(screen.getByText('1500 / 1000')).not.toBeNull()
  fireEvent.change(field, { target: { value: 'x'.repeat(max) } })
  expect(send.disabled).toBe(false)
})
