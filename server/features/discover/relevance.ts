/** The number of closest users whose items are read. */
export const NEIGHBOURS = 80
/** Influence of closeness and weight. Found by cross-validation, see docs/decisions/0006. */
const CLOSENESS_EXPONENT = 1.5
const LOVE_EXPONENT = 0.25
/** Removes part of the popularity bias; removing all would favor obscure items. */
const RARITY_EXPONENT = 0.25
/** With few items of the viewer, what neighbours share is mostly the charts, so more of the bias is removed. */
export const FEW_ITEMS = 20
const RARITY_EXPONENT_OF_NONE = 0.75
/** Items that a buddy loves count as if the buddy were this much closer. Found like the exponents. */
const BUDDY_FACTOR = 1.5

/** @param known the number of items that the viewer loves */
export const rarityExponentOf = (known: number): number =>
  RARITY_EXPONENT + (RARITY_EXPONENT_OF_NONE - RARITY_EXPONENT) * Math.max(0, 1 - known / FEW_ITEMS)

/**
 * What one user's item adds to its relevance for the viewer.
 * @param closeness 0 to 1, see `rankOf`
 * @param rarity see match.rarity.ts
 */
export const relevanceOf = (closeness: number, weight: number, rarity: number, rarityExponent = RARITY_EXPONENT): number =>
  closeness ** CLOSENESS_EXPONENT * weight ** LOVE_EXPONENT * rarity ** rarityExponent

/**
 * How much of the popularity bias is removed from the crowd's suggestions: all of it for a user without items, none from `FEW_ITEMS` on,
 * because the charts have their places (place-charts.ts).
 */
export const crowdRarityExponentOf = (known: number): number => Math.max(0, 1 - known / FEW_ITEMS)

/**
 * Adds what the crowd suggests to what neighbours love: each counts as much as the other's best. See docs/decisions/0050.
 * @param best the highest relevance by neighbours and the highest score by the crowd
 */
export const withCrowd = (byNeighbours: number, byCrowd: number, best: { neighbours: number; crowd: number }): number =>
  best.crowd > 0 ? byNeighbours + ((best.neighbours || 1) * byCrowd) / best.crowd : byNeighbours

export const closenessOfBuddy = (closeness: number): number => closeness * BUDDY_FACTOR
