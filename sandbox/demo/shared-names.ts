import type { App } from '#server/app.ts'
import { pick, type Random } from './random.ts'

/** Names of things two people share, as the product's own match tells them. */
export type SharedNames = { artists: string[]; channels: string[] }

export async function sharedNames(app: App, one: string, two: string): Promise<SharedNames> {
  const { match } = await app.matches.inFull(one, two)
  // Things that are equally rare stand in any order, and the same seed is to say the same.
  const named = (kind: 'artist' | 'channel') => match.shared.flatMap(({ item }) => (item.kind === kind ? [item.name] : [])).toSorted()
  return { artists: named('artist'), channels: named('channel') }
}

/** Puts names into a sentence; '' when the sentence needs one that there is not. */
export function withNames(sentence: string, { artists, channels }: SharedNames, random: Random): string {
  const fill = (text: string, mark: string, names: readonly string[]) =>
    text.includes(mark) ? (names.length ? text.replace(mark, pick(names, random)) : '') : text
  return fill(fill(sentence, '{artist}', artists), '{channel}', channels)
}
