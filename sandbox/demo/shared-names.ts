import type { App } from '#server/app.ts'
import type { Item } from '#contract/media.ts'
import { pick, type Random } from './random.ts'

/** Names of things somebody loves, or two people share, as the product itself tells them. */
export type SharedNames = { artists: string[]; channels: string[] }

export async function sharedNames(app: App, one: string, two: string): Promise<SharedNames> {
  const { match } = await app.matches.inFull(one, two)
  return namesOf(match.shared.map(({ item }) => item))
}

/** What somebody loves. */
export async function lovedNames(app: App, uid: string): Promise<SharedNames> {
  const [{ artists }, { channels }] = await Promise.all([app.taste.music(uid, uid), app.taste.video(uid, uid)])
  return namesOf([...artists.rows, ...channels.rows].map(({ item }) => item))
}

/**
 * The names by kind, from A to Z: things that are equally rare, or loved equally, stand in any order, and the same seed is to
 * say the same. For that reason they are all of them, never the first few.
 */
export function namesOf(items: readonly Pick<Item, 'kind' | 'name'>[]): SharedNames {
  const named = (kind: Item['kind']) => items.flatMap((item) => (item.kind === kind ? [item.name] : [])).toSorted()
  return { artists: named('artist'), channels: named('channel') }
}

/** Puts names into a sentence; '' when the sentence needs one that there is not. */
export function withNames(sentence: string, { artists, channels }: SharedNames, random: Random): string {
  const fill = (text: string, mark: string, names: readonly string[]) =>
    text.includes(mark) ? (names.length ? text.replace(mark, pick(names, random)) : '') : text
  return fill(fill(sentence, '{artist}', artists), '{channel}', channels)
}
