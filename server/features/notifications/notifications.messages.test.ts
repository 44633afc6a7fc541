import { expect, test } from 'vitest'
import { messageText } from './notifications.messages.ts'

test('a voice message is named with its length, of at least a second', () => {
  expect([400, 1_900, 65_000].map((voiceMs) => messageText('en-US', { text: '', voiceMs }))).toEqual([
    'Voice message, 0:01',
    'Voice message, 0:01',
    'Voice message, 1:05',
  ])
})
