import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderInApp } from '#tests/kit/render.tsx'
import { MessageActionsProvider, type MessageActions } from '../messages/message-actions.ts'
import { EventRow } from './EventRow.tsx'

it('the sentence has the direction of its language, whatever the script of the name that it begins with', () => {
  const salma = { uid: '00000000-0000-4000-8000-000000000002', user_name: 'salma', name: 'سلمى', avatar_url: null }
  // Only the field that the row reads.
  const actions = { me: 'mira' } as unknown as MessageActions
  renderInApp(
    <MessageActionsProvider value={actions}>
      <EventRow event={{ id: 1, after_seq: 0, kind: 'left', actor: salma, subject: salma, name: null, at: '2026-11-20T12:00:00.000Z' }} />
    </MessageActionsProvider>,
  )
  expect(screen.getByText('سلمى left').dir).toBe('')
})
