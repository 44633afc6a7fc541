import { expect, test } from 'vitest'
import { platformFrames } from './socket.ts'

test('reads an error code of a later release as `internal`', () => {
  const read = platformFrames.error.data.parse({ message: 'Not so fast.', code: 'of_a_later_release', id: 'message-1' })
  expect(read).toEqual({ message: 'Not so fast.', code: 'internal', id: 'message-1' })
})
