/** The number of closest users whose items are read. */
export const NEIGHBOURS = 80
/** Influence of closeness and weight. Found by cross-validation, see docs/decisions/0006. */
const CLOSENESS_EXPONENT = 1.5
const LOVE_EXPONENT = 0.5
/** Removes part of the popularity bias; removing all would favor obscure items. */
const RARITY_EXPONENT = 0.25

/**
 * What one user's item adds to its relevance for the viewer.
 * @param closeness 0 to 1, see `rankOf`
 * @param rarity see match.rarity.ts
 */
export const relevanceOf = (closeness: number, weight: number, rarity: number): number =>
  closeness ** CLOSENESS_EXPONENT * weight ** LOVE_EXPONENT * rarity ** RARITY_EXPONENT
