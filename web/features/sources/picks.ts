import type { Item } from '#contract/media.ts'
import { limits } from '#contract/limits.ts'
import { visibleText } from '#contract/base/text.ts'

/** A pick: a catalog item, or a name that the catalog lacks. */
export type Pick = { itemId: string | null; kind: 'artist' | 'channel'; name: string }

export const pickOfItem = (item: Item): Pick => ({
  itemId: item.id,
  kind: item.kind === 'artist' || item.kind === 'track' ? 'artist' : 'channel',
  name: item.name,
})

/** The same item, or the same name of the same kind. */
export function isSamePick(a: Pick, b: Pick): boolean {
  if (a.itemId !== null && b.itemId !== null) return a.itemId === b.itemId
  return a.kind === b.kind && plain(a.name) === plain(b.name)
}

/** The same picks in any order. */
export function hasSamePicks(a: readonly Pick[], b: readonly Pick[]): boolean {
  return a.length === b.length && a.every((pick) => b.some((other) => isSamePick(pick, other)))
}

const plain = (name: string) => visibleText(name).toLocaleLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '')

/** Adds or removes a pick. A full list accepts no more. */
export function togglePick(picks: readonly Pick[], pick: Pick): Pick[] {
  const rest = picks.filter((other) => !isSamePick(other, pick))
  if (rest.length < picks.length) return rest
  return picks.length >= limits.picks.max ? [...picks] : [...picks, pick]
}

/** The picks in the format of the call. */
export function picksBody(picks: readonly Pick[]) {
  return { picks: picks.map(({ itemId, kind, name }) => (itemId === null ? { kind, name: visibleText(name) } : { item_id: itemId })) }
}
