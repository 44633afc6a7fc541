import type { App } from '#server/app.ts'
import type { Item } from '#contract/media.ts'
import { pick, type Random } from './random.ts'

/** Names of items that a user loves, or that two users share, as the product shows them. */
export type SharedNames = { artists: string[]; channels: string[] }

export async function sharedNames(app: App, a: string, b: string): Promise<SharedNames> {
  const { match } = await app.matches.inFull(a, b)
  return namesOf(match.shared.map(({ item }) => item))
}

export async function lovedNames(app: App, uid: string): Promise<SharedNames> {
  const [{ artists }, { channels }] = await Promise.all([app.taste.music(uid, uid), app.taste.video(uid, uid)])
  return namesOf([...artists.rows, ...channels.rows].map(({ item }) => item))
}

/**
 * All names by kind, sorted. Equally rare or equally loved items come in any order from the database, and the same seed must give the same
 * sentences.
 */
export function namesOf(items: readonly Pick<Item, 'kind' | 'name'>[]): SharedNames {
  const namesOfKind = (kind: Item['kind']) => items.flatMap((item) => (item.kind === kind ? [item.name] : [])).toSorted()
  return { artists: namesOfKind('artist'), channels: namesOfKind('channel') }
}

/** Whether there is a name for each placeholder of a sentence. */
export const canFill = (sentence: string, { artists, channels }: SharedNames): boolean =>
  (artists.length > 0 || !sentence.includes('{artist}')) && (channels.length > 0 || !sentence.includes('{channel}'))

/** Puts names into a sentence; '' if a name is missing. */
export function withNames(sentence: string, { artists, channels }: SharedNames, random: Random): string {
  const fill = (text: string, mark: string, names: readonly string[]) =>
    text.includes(mark) ? (names.length ? text.replace(mark, pick(names, random)) : '') : text
  return fill(fill(sentence, '{artist}', artists), '{channel}', channels)
}
