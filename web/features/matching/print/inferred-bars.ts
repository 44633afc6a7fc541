import type { Prints } from '#contract/taste/taste.ts'

/** The bars that are only inferred, in either print. */
export const inferredIn = ({ inferred }: Prints): readonly number[] => [
  ...new Set([...(inferred?.mine ?? []), ...(inferred?.theirs ?? [])]),
]
