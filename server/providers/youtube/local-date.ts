/** The languages with known month names, which covers most of Takeout's dates. */
const languages =
  'af ar az be bg bn bs ca cs da de el en es et eu fa fi fil fr gl gu he hi hr hu hy id is it ja ka kk km kn ko lo lt lv mk ml mn mr ms my nb ne nl pa pl pt ro ru si sk sl sq sr sv sw ta te th tr uk ur uz vi zh zu'.split(
    ' ',
  )

let months: Map<string, number> | null = null

/**
 * The day of a date in the user's language ("1 Nov 2026, 10:00:00 CET", "01.11.2026", "2026. 11. 1. 오전"), in milliseconds since 1970 at
 * noon UTC. Null for an unknown format.
 */
export function localDate(text: string): number | null {
  const words = text.toLowerCase().replace(/[\u200e\u200f]/g, '')
  const named = monthNamed(words)
  // The time of day follows the date and has a colon.
  const numbers = (words.split(/\d{1,2}:\d{2}/)[0] ?? '').match(/\p{Nd}+/gu)?.map(toNumber) ?? []
  const year = numbers.find((number) => number >= 2005 && number < 2100)
  if (year === undefined) return null
  const others = numbers.filter((number) => number !== year)
  if (named !== null) return dayOf(year, named, others[0])
  const [first, second] = others
  if (first === undefined || second === undefined) return null
  // After a leading year comes the month. Otherwise the day comes first, unless only the other order is a valid date.
  const isYearFirst = numbers[0] === year
  const [month, day] = isYearFirst || second > 12 ? [first, second] : [second, first]
  return dayOf(year, month - 1, day)
}

function dayOf(year: number, month: number, day: number | undefined): number | null {
  if (day === undefined || day < 1 || day > 31 || month < 0 || month > 11) return null
  return Date.UTC(year, month, day, 12)
}

function monthNamed(words: string): number | null {
  months ??= monthNames()
  for (const [word] of words.matchAll(/[\p{L}\p{M}]+/gu)) {
    const month = months.get(word)
    if (month !== undefined) return month
  }
  return null
}

function monthNames(): Map<string, number> {
  const names = new Map<string, number>()
  for (const language of languages) {
    for (const style of ['long', 'short'] as const) {
      for (const options of [{ month: style }, { month: style, day: 'numeric' }] as const) {
        const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
        for (let month = 0; month < 12; month++) {
          const part = format.formatToParts(Date.UTC(2026, month, 15)).find(({ type }) => type === 'month')?.value ?? ''
          // In some languages the month has a preposition ("of May"): the longest word is the month.
          const [name] = (part.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []).toSorted((a, b) => b.length - a.length)
          // When two languages use one word for two months, the first language of the list wins.
          if (name && name.length > 1 && !names.has(name)) names.set(name, month)
        }
      }
    }
  }
  return names
}

/** Digits of any script. */
function toNumber(digits: string): number {
  return Number(Array.from(digits, (digit) => digitValue(digit)).join(''))
}

function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  if (code < 0x80) return code - 0x30
  // The ten digits of every script are consecutive code points from its zero.
  let zero = code
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && code - zero < 9) zero--
  return code - zero
}
