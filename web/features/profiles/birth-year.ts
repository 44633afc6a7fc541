import { latestBirthYear } from '#contract/limits.ts'
import type { I18n } from '@lingui/core'

const EARLIEST = 1900

/** The validation error of a birth year, or null. Only the year is known, so this year's birthday may be to come. */
export function birthYearProblem(i18n: I18n, typed: string, minimumAge: number, thisYear: number): string | null {
  const year = Number(typed)
  if (!/^\d{4}$/.test(typed) || year < EARLIEST || year > thisYear) {
    return i18n._({ id: 'birth-year.wrong', message: 'Enter a year, such as 1996.' })
  }
  const latest = latestBirthYear(minimumAge, thisYear)
  if (year > latest)
    return i18n._({
      id: 'birth-year.young',
      message: 'You need to be at least {age} to join: born in {year} or earlier.',
      // As text, a year gets no thousands separator.
      values: { age: minimumAge, year: String(latest) },
    })
  return null
}
