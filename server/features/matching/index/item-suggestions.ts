import { dampen } from './latent-factors.ts'
import { LIMITS, MIN_AUTOENCODER_USERS, trainAutoencoder, type Autoencoder, type AutoencoderLimits } from './linear-autoencoder.ts'
import { createRetraining } from './retraining.ts'
import { KIND_WEIGHTS, LOVE_EXPONENT, type Rarity, type Taste } from './taste-vector.ts'

export type ItemSuggestionsDeps = {
  /** Items that a user names to everyone: none that count silently. */
  tasteOf: (user: number) => Taste
  listUsers: () => number[]
  /** Counts changes of all users. */
  changes: () => number
  /** The current holders of an item. */
  holders: (item: number) => number
  rarity: Rarity
  /** Whether `near` can be the reason for `item`. */
  isReason: (near: number, item: number) => boolean
  limits?: AutoencoderLimits
}

/** `near`: the user's item with the most weight for it. */
export type ItemSuggestion = { item: number; score: number; near: number }

/** How much one of the user's own items counts: as in the training. @param kind an index into COMPARED */
export const amountOf = (weight: number, kind: number): number => dampen(weight ** (2 * LOVE_EXPONENT) * (KIND_WEIGHTS[kind] ?? 0))

/** Items that the crowd's taste suggests for a user, by a linear autoencoder that is trained now and then. */
export function createItemSuggestions({ tasteOf, listUsers, changes, holders, rarity, isReason, limits = LIMITS }: ItemSuggestionsDeps) {
  let model: Autoencoder | null = null
  let places = new Map<number, number>()

  function* train(users: readonly number[]): Generator<void, void> {
    const trained = yield* trainAutoencoder({ size: users.length, tasteOf: (position) => tasteOf(users[position] ?? -1) }, limits)
    model = trained
    places = new Map(Array.from(trained.items, (item, place) => [item, place]))
  }

  return {
    /**
     * Returns items that the user lacks and that have a reason. Empty without a model.
     * @param own the amounts of the user's items
     * @param rarityExponent how much of the popularity bias is removed
     */
    suggest(own: ReadonlyMap<number, number>, rarityExponent: number): ItemSuggestion[] {
      if (!model) return []
      const { items, weight } = model
      const inputs = [...own].flatMap(([item, amount]) => {
        const place = places.get(item)
        return place === undefined ? [] : [{ item, place, amount }]
      })
      if (inputs.length === 0) return []
      return Array.from(items, (item, place): ItemSuggestion | null => {
        if (own.has(item) || holders(item) < limits.minHolders) return null
        let [score, highest, nearestItem] = [0, 0, -1]
        for (const mine of inputs) {
          const amount = mine.amount * weight(mine.place, place)
          score += amount
          if (amount > highest && isReason(mine.item, item)) [highest, nearestItem] = [amount, mine.item]
        }
        return score > 0 && nearestItem >= 0 ? { item, score: score * rarity(item) ** rarityExponent, near: nearestItem } : null
      }).filter((item) => item !== null)
    },

    /** One training step, if due. @returns whether another step follows */
    train: createRetraining({ listUsers, changes, minUsers: MIN_AUTOENCODER_USERS, train, forget: () => (model = null) }),

    /** The number of users of the last training. */
    users: (): number => model?.users ?? 0,
    bytes: (): number => model?.bytes ?? 0,
  }
}
