import type { I18n } from '@lingui/core'

const EARLIEST = 1900

/** The validation error of a birth year, or null. Only the year is known, so this year's birthday counts as past. */
export function birthYearProblem(i18n: I18n, typed: string, minimumAge: number, thisYear: number): string | null {
  const year = Number(typed)
  if (!/^\d{4}$/.test(typed) || year < EARLIEST || year > thisYear) {
    return i18n._({ id: 'birth-year.wrong', message: 'Enter a year, such as 1996.' })
  }
  if (thisYear - year < minimumAge)
    return i18n._({ id: 'birth-year.young', message: 'You need to be at least {age} to join.', values: { age: minimumAge } })
  return null
}
