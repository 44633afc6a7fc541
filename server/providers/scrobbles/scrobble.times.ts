import { timeOf } from '#server/providers/export.ts'

/**
 * The time of a scrobble in milliseconds since 1970, or null. Exports write seconds or milliseconds since 1970, ISO
 * 8601, or "17 Aug 2026, 12:14"; a time without a zone is UTC.
 */
export function scrobbleTime(input: string | number | null | undefined): number | null {
  const text = String(input ?? '').trim()
  if (/^\d{9,10}(?:\.\d+)?$/.test(text)) return timeOf(isoOf(Number(text) * 1_000))
  if (/^\d{12,13}$/.test(text)) return timeOf(isoOf(Number(text)))
  if (/^\d{1,2} \p{L}{3} \d{4},? \d{1,2}:\d{2}/u.test(text)) return timeOf(`${text.replace(',', '')} UTC`)
  if (/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/.test(text)) return timeOf(`${text.replace(' ', 'T')}Z`)
  return timeOf(text)
}

/** Undefined for an impossible time. */
const isoOf = (time: number): string => new Date(time).toJSON() ?? ''
