/** The number of closest users whose items are read. */
export const NEIGHBOURS = 80
/** Influence of closeness and weight. Found by cross-validation, see docs/decisions/0006. */
const CLOSENESS_EXPONENT = 1.5
const LOVE_EXPONENT = 0.5
/** Removes part of the popularity bias; removing all would favor obscure items. */
const RARITY_EXPONENT = 0.25
/** With few items of the viewer, what neighbours share is mostly the charts, so more of the bias is removed. */
const FEW_ITEMS = 20
const RARITY_EXPONENT_OF_NONE = 0.75
/** What a buddy loves counts as if they were this much closer. Found as the exponents were. */
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

export const closenessOfBuddy = (closeness: number): number => closeness * BUDDY_FACTOR
