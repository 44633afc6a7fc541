import { afterEach, expect, test, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { SchemaRejected } from '#server/platform/db/migrate.ts'
import { printError } from './exit-with.ts'

const print = vi.spyOn(console, 'error').mockReturnValue()
afterEach(() => print.mockClear())

const noSpace = Object.assign(new Error("ENOSPC: no space left on device, open 'data/secret'"), { code: 'ENOSPC' })

test.each([
  ['a database of a newer version', new SchemaRejected('It has 0099_new.'), 'It has 0099_new.'],
  [
    'a full disk of the database',
    new Error('The migration 0001_base failed', { cause: new AppError('storage_full') }),
    'The disk of the database is full. Free some space on it, then start again.',
  ],
  [
    'a full disk',
    new Error('wrapped', { cause: noSpace }),
    "The disk is full (ENOSPC: no space left on device, open 'data/secret'). Free some space, then start again.",
  ],
])('%s is explained in a sentence', (_, error, sentence) => {
  printError(error)
  expect(print.mock.calls).toEqual([[`\n${sentence}\n`]])
})

test('a bug is printed with its stack', () => {
  const bug = new TypeError('x is undefined')
  printError(bug)
  expect(print.mock.calls).toEqual([[bug]])
})
