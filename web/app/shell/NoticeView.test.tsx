import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInApp } from '#tests/kit/render.tsx'
import { notify, dismissNotices } from '#web/platform/notices.ts'
import { NoticeView } from './NoticeView.tsx'

const renderNotices = () => renderInApp(<NoticeView />)
const shown = () => screen.queryAllByRole('status').map(({ textContent }) => textContent)

test('dismisses the notices about a conversation when it is opened, even before they are rendered, and keeps all others', async () => {
  notify('neutral', 'Jonas: too early to be rendered', { about: 'chat-1' })
  dismissNotices('chat-1')
  renderNotices()
  act(() => {
    for (const text of ['one', 'two']) notify('neutral', `Jonas: ${text}`, { about: 'chat-1' })
    notify('neutral', 'Amara: hello', { about: 'chat-2' })
  })
  expect(shown()).toEqual(['Jonas: two', 'Amara: hello'])
  act(() => dismissNotices('chat-1'))
  // Waits for the exit animation.
  await waitFor(() => expect(shown()).toEqual(['Amara: hello']))
  act(() => notify('neutral', 'Jonas: three', { about: 'chat-1' }))
  expect(shown()).toEqual(['Amara: hello', 'Jonas: three'])
})

test('shows one notice per conversation, with its latest message', async () => {
  renderNotices()
  act(() => ['chat-1', 'chat-2'].forEach(dismissNotices))
  await waitFor(() => expect(shown()).toEqual([]))
  act(() => {
    for (let number = 1; number <= 10; number++) notify('neutral', `Jonas: ${number}`, { about: 'chat-3' })
    notify('neutral', 'Amara: hello', { about: 'chat-4' })
    notify('info', 'saved')
  })
  expect(shown()).toEqual(['Jonas: 10', 'Amara: hello', 'saved'])
})
