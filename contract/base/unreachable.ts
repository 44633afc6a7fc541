/** Ends a switch over a union: the compiler reports a missing case. */
export function unreachable(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`)
}
