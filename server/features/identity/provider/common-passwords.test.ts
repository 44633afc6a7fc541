import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

test.each([
  ['password123', 'among the first of every list'],
  ['QWERTYUIOP', 'also in capital letters'],
  ['Wavelength!2026', 'the product’s name with a year'],
  ['alice.smith99', 'the person’s address'],
  ['99AliceSmith@example.org', 'the whole of it'],
])('rejects %s: %s', async (password) => {
  expect(await isCommonPassword(password, 'alice.smith@example.org')).toBe(true)
})

test.each([
  ['correct horse', 'two words'],
  ['on my wavelength tonight', 'the product’s name inside of a sentence'],
  ['li-li-li-li-li', 'an address too short to say anything'],
])('accepts %s: %s', async (password) => {
  expect(await isCommonPassword(password, 'li@example.org')).toBe(false)
})
