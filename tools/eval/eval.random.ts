/** Returns a number from 0 up to 1 at each call. */
export type Random = () => number

/** The numbers 0 to `length` - 1 in a random order. */
export function permutation(length: number, random: Random): number[] {
  const order = Array.from({ length }, (_, index) => index)
  for (let at = length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    const [one, two] = [order[at] ?? 0, order[other] ?? 0]
    order[at] = two
    order[other] = one
  }
  return order
}
