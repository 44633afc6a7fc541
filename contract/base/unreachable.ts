/** Closes a switch over a union: while a case is missing, the compiler refuses the call. */
export function unreachable(value: never): never {
  throw new Error(`Nothing is known of ${JSON.stringify(value)}`)
}
