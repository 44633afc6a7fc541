/** The number of closest users whose items are read. */
export const NEIGHBORS = 80
/** Influence of closeness and weight. Found by cross-validation, see docs/decisions/0006. */
const CLOSENESS_EXPONENT = 1.5
const LOVE_EXPONENT = 0.25
/** Removes part of the popularity bias; removing all would favor obscure items. */
const RARITY_EXPONENT = 0.25
/** With few items of the viewer, what neighbors share is mostly the charts, so more of the bias is removed. */
export const FEW_ITEMS = 20
const RARITY_EXPONENT_OF_NONE = 0.75
/** Items that a buddy loves count as if the buddy were this much closer. Found like the exponents. */
const BUDDY_FACTOR = 1.5

/** @param known the number of items that the viewer loves */
export const rarityExponentOf = (lovedCount: number): number =>
  RARITY_EXPONENT + (RARITY_EXPONENT_OF_NONE - RARITY_EXPONENT) * Math.max(0, 1 - lovedCount / FEW_ITEMS)

/** What one user's item adds to its relevance for the viewer. @param closeness 0 to 1, see `rankOf` @param rarity see match.rarity.ts */
export const relevanceOf = (closeness: number, weight: number, rarity: number, rarityExponent = RARITY_EXPONENT): number =>
  closeness ** CLOSENESS_EXPONENT * weight ** LOVE_EXPONENT * rarity ** rarityExponent

/** Like the rarity exponents, for items in common. See docs/decisions/0050. */
const SCARCITY_EXPONENT = 0.25
const SCARCITY_EXPONENT_OF_NONE = 0.42

/** Inversely proportional to an item's popularity: rarity without its logarithm. */
const scarcityOf = (rarity: number): number => Math.expm1(rarity)

/** How strongly an item that the viewer and a neighbor love supports the neighbor's other items, as in item-kNN. */
export const commonOf = (rarity: number): number => Math.sqrt(scarcityOf(rarity))

/**
 * How strongly neighbors' items in common with the viewer support an item.
 * @param common the sum of `commonOf` over all neighbors who love it
 * @param known the number of items that the viewer loves
 */
export const relevanceByCommon = (common: number, rarity: number, known: number): number =>
  common * scarcityOf(rarity) ** (SCARCITY_EXPONENT + (SCARCITY_EXPONENT_OF_NONE - SCARCITY_EXPONENT) * Math.max(0, 1 - known / FEW_ITEMS))

/**
 * How much of the popularity bias is removed from the crowd's suggestions: all of it for a user without items, none from `FEW_ITEMS` on,
 * because the charts have their places (place-charts.ts).
 */
export const crowdRarityExponentOf = (known: number): number => Math.max(0, 1 - known / FEW_ITEMS)

/** The evidence that an item is relevant: close users who love it, their items in common with the viewer, and the taste of all users. */
export type Evidence = { closeness: number; common: number; crowd: number }

/** The weight of each kind of evidence. A large crowd counts more, because a small one predicts little. */
const WORTH: Evidence = { closeness: 1, common: 2, crowd: 3 }
/** A crowd of this size counts half. */
const HALF_CROWD = 480

/**
 * The relevance by all evidence, on the scale of `closeness`. See docs/decisions/0050.
 * @param best the highest of each
 * @param users the size of the crowd
 */
export const combinedRelevance = (of: Evidence, best: Evidence, users: number): number => {
  const share = (name: keyof Evidence): number => (best[name] > 0 ? (WORTH[name] * of[name]) / best[name] : 0)
  return (best.closeness || 1) * (share('closeness') + share('common') + (share('crowd') * users) / (users + HALF_CROWD))
}

export const closenessOfBuddy = (closeness: number): number => closeness * BUDDY_FACTOR
