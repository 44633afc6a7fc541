import { shuffled, type Random } from './random.ts'

/** Items in random order, each drawn at most once. */
export type Deck<T> = {
  /** The next item that fits, or undefined when none is left. Items that don't fit stay. */
  draw(fits?: (item: T) => boolean): T | undefined
}

export function createDeck<T>(items: readonly T[], random: Random): Deck<T> {
  const rest = shuffled(items, random)
  return {
    draw(fits = () => true) {
      const index = rest.findIndex(fits)
      return index < 0 ? undefined : rest.splice(index, 1)[0]
    },
  }
}
