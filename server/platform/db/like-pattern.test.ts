import { expect, test } from 'vitest'
import { escapeLike } from './like-pattern.ts'

test('escapes the wildcards of LIKE', () => {
  expect(escapeLike('100%_\\')).toBe('100\\%\\_\\\\')
})
