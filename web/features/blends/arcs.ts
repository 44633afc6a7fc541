import type { BlendMember } from '#contract/blends.ts'
import type { CoverArc } from './BlendCover.tsx'

/** The arcs of the cover, in the order of the members. */
export const arcsOf = (members: readonly BlendMember[]): CoverArc[] =>
  members.map(({ person, state, bars }) => ({ id: person.uid, bars, isWaiting: state === 'invited' }))
