import { expect, test } from 'vitest'
import { localDate } from './local-date.ts'

const day = (text: string) => {
  const time = localDate(text)
  return time === null ? null : new Date(time).toISOString().slice(0, 10)
}

test.for([
  ['Nov 3, 2026, 10:00:00\u202fAM CET', '2026-11-03'],
  ['3 Nov 2026, 10:00:00 GMT', '2026-11-03'],
  ['03.11.2026, 10:00:00 MEZ', '2026-11-03'],
  ['3 nov. 2026, 10:00:00 CET', '2026-11-03'],
  ['10 de mai. de 2026, 03:46:09 BRT', '2026-05-10'],
  ['2026. 11. 3. 오전 10:00:00 KST', '2026-11-03'],
  ['2026/11/03 10:00:00 JST', '2026-11-03'],
  ['2026年11月3日 10:00:00', '2026-11-03'],
  ['3 нояб. 2026 г., 10:00:00 MSK', '2026-11-03'],
  ['3 lis 2026, 10:00:00 CET', '2026-11-03'],
  ['03/11/2026, 10:00:00', '2026-11-03'],
  ['11/23/2026, 10:00:00', '2026-11-23'],
  ['٣ نوفمبر ٢٠٢٦، ١٠:٠٠:٠٠', '2026-11-03'],
])('%s', ([text, expected]) => {
  expect(day(text ?? '')).toBe(expected)
})

test('returns null for an invalid date', () => {
  for (const text of ['', 'Veritasium', 'Blue Planet 1984', '99.99.2026', '12:30']) expect(day(text)).toBeNull()
})
