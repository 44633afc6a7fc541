import { fireEvent, screen } from '@testing-library/react'
import { createPortal } from 'react-dom'
import { expect, test, vi } from 'vitest'
import { renderInApp } from '#tests/kit/render.tsx'
import { Form } from './Form.tsx'

test('a form in a dialog does not send the form that opened it', () => {
  const [send, sendInner] = [vi.fn<() => void>(), vi.fn<() => void>()]
  renderInApp(
    <Form onSubmit={send}>
      {createPortal(
        <Form onSubmit={sendInner}>
          <button type="submit">Send</button>
        </Form>,
        document.body,
      )}
    </Form>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect([sendInner.mock.calls.length, send.mock.calls.length]).toEqual([1, 0])
})
