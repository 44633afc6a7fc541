import type { Prints } from '#contract/taste.ts'

/** The bars of two prints of which, on either side, no source has told what they are. */
export const inferredIn = ({ inferred }: Prints): readonly number[] => [
  ...new Set([...(inferred?.mine ?? []), ...(inferred?.theirs ?? [])]),
]
