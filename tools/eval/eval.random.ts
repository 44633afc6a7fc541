/** Returns a number from 0 up to 1 at each call. */
export type Random = () => number

/** The numbers 0 to `length` - 1 in a random order. */
export function permutation(length: number, random: Random): number[] {
  const order = Array.from({ length }, (_, index) => index)
  for (let index = length - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1))
    const [first, second] = [order[index] ?? 0, order[other] ?? 0]
    order[index] = second
    order[other] = first
  }
  return order
}
