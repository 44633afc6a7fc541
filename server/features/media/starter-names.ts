import { readFileSync } from 'node:fs'
import { GENRES, TOPICS } from '#contract/taste/print.ts'
import { nameKey } from './name-key.ts'
import type { Bar } from './media.types.ts'

/** A popular name with its genres or topics, without platform ids. */
export type StarterName = { kind: 'artist' | 'channel'; name: string; bars: Bar[] }

const MAX_BARS = 3
const BARS: Record<StarterName['kind'], readonly Bar[]> = { artist: GENRES, channel: TOPICS }

export const readStarterNames = (): string => readFileSync(new URL('./starter-names.txt', import.meta.url), 'utf8')

/** The names of the list. A name on several lines has all of their genres. @throws Error when the text is invalid */
export function starterNames(text = readStarterNames()): StarterName[] {
  const found = new Map<string, StarterName>()
  let kind: StarterName['kind'] | null = null
  for (const line of text.split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue
    if (line === '[artists]' || line === '[channels]') {
      kind = line === '[artists]' ? 'artist' : 'channel'
      continue
    }
    const [, kinds = '', names = ''] = /^([a-z,-]+): (.+)$/.exec(line) ?? []
    if (kind === null) throw new Error(`starter-names.txt: "${line.slice(0, 40)}" is in no section`)
    const bars = barsOf(kind, kinds)
    for (const name of names.split('; ')) {
      const key = JSON.stringify(nameKey(kind, name))
      const existing = found.get(key) ?? { kind, name, bars: [] }
      found.set(key, { ...existing, bars: [...new Set([...existing.bars, ...bars])].slice(0, MAX_BARS) })
    }
  }
  return [...found.values()]
}

function barsOf(kind: StarterName['kind'], text: string): Bar[] {
  return text.split(',').map((word) => {
    const bar = BARS[kind].find((known) => known === word)
    if (!bar) throw new Error(`starter-names.txt: "${word}" is not a valid genre or topic for ${kind}`)
    return bar
  })
}
