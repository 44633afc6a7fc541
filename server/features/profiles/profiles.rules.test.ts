import { describe, expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { checkBirthYear, userNameError, isReserved } from './profiles.service.ts'

test('a user name is three to twenty-four small letters, digits, dots and underscores', () => {
  const faults = ['ab', 'abc', 'a_b.9', 'a'.repeat(24), 'a'.repeat(25), 'Anna', 'anna b', 'änna', 'anna-b', "' or 1=1--"].map(userNameError)
  expect(faults).toEqual(['too_short', null, null, null, 'too_long', 'characters', 'characters', 'characters', 'characters', 'characters'])
})

test('reserves names that sound official, with any dots', () => {
  expect(['admin', 'ad.min_', 'support', 'wavelength', 'deleted_account'].map(isReserved)).toEqual([true, true, true, true, true])
  expect(['administrata', 'anna', 'chatty'].map(isReserved)).toEqual([false, false, false])
})

describe('the year of birth', () => {
  const now = new Date('2026-06-01T00:00:00Z')
  const rejected = (year: number) => {
    try {
      checkBirthYear(year, 16, now)
      return null
    } catch (error) {
      return error instanceof AppError && error.code === 'invalid_input' ? error.fields.map((entry) => entry.field) : error
    }
  }

  test('must make the person old enough, even if this year’s birthday is to come', () => {
    expect([2009, 2010, 2011].map(rejected)).toEqual([null, ['birth_year'], ['birth_year']])
  })

  test('may be any without a minimum age', () => {
    expect(() => checkBirthYear(2026, 0, now)).not.toThrow()
  })

  test('must be possible for a living person', () => {
    expect([2027, 1905, 1906].map(rejected)).toEqual([['birth_year'], ['birth_year'], null])
  })
})
