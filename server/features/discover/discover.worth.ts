/** How many of the closest users' items are looked at. */
export const NEIGHBOURS = 80
/** How much more a closer user's love counts, and how much what they love most. Found by cross-validation, see docs/decisions/0006. */
const CLOSENESS_EXPONENT = 1.5
const LOVE_EXPONENT = 0.5
/** Takes out a part of what only popularity brings; all of it would leave the odd one. */
const RARITY_EXPONENT = 0.25

/**
 * What one user's love adds to how likely the viewer loves an item as well.
 * @param closeness 0 to 1, see `rankOf`
 * @param rarity see match.rarity.ts
 */
export const worthOf = (closeness: number, weight: number, rarity: number): number =>
  closeness ** CLOSENESS_EXPONENT * weight ** LOVE_EXPONENT * rarity ** RARITY_EXPONENT
