/* The second at which a link opens a track or video: the parameter `t` (or `start`) of the address. */

const MAX_SECONDS = 24 * 3_600 - 1
const PARAMETERS = ['t', 'start', 'time_continue'] as const

/** The second that an address names, or null: `t=83`, `t=83s`, `t=1m23s`, also after `#`. */
export function linkSecond(link: string): number | null {
  if (!URL.canParse(link)) return null
  const { searchParams, hash } = new URL(link)
  const text = PARAMETERS.map((name) => searchParams.get(name)).find((value) => value !== null) ?? /^#t=(.+)$/.exec(hash)?.[1] ?? ''
  const [, hours = '0', minutes = '0', seconds = '0'] = /^(?:(\d{1,2})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$/.exec(text) ?? []
  const second = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)
  return second > 0 && second <= MAX_SECONDS ? second : null
}

/** Sets the start position of a link and replaces an existing one. */
export function linkAtSecond(link: string, second: number): string {
  const url = new URL(link)
  for (const name of PARAMETERS) url.searchParams.delete(name)
  url.hash = ''
  if (second > 0) url.searchParams.set('t', String(Math.floor(second)))
  return url.href
}

export type TimedPart = { kind: 'text'; text: string } | { kind: 'second'; text: string; second: number }

/** The times in a text ("1:23", "1:02:07") and the text between them. The joined parts equal the text. */
export function timedParts(text: string): TimedPart[] {
  const parts: TimedPart[] = []
  let done = 0
  for (const found of text.matchAll(/(?<![\d:.,])(?:(\d{1,2}):)?(\d{1,2}):([0-5]\d)(?![\d:]|[.,]\d)/g)) {
    const [time, hours = '0', minutes = '0', seconds = '0'] = found
    if (hours !== '0' && Number(minutes) > 59) continue
    if (found.index > done) parts.push({ kind: 'text', text: text.slice(done, found.index) })
    parts.push({ kind: 'second', text: time, second: Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds) })
    done = found.index + time.length
  }
  if (done < text.length) parts.push({ kind: 'text', text: text.slice(done) })
  return parts
}
