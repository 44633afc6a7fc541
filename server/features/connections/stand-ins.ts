import { createHash } from 'node:crypto'
import type { Uid } from '#contract/base/ids.ts'

/** Whom a stand-in stands for: anybody at all, or any buddy of the owner. */
type StandInKind = 'everyone' | 'buddy'
type StandIn = { owner: Uid; kind: StandInKind }

const MAX_KNOWN = 10_000

export type StandIns = ReturnType<typeof createStandIns>

/**
 * People who do not exist, through whose eyes an owner looks at themselves. They are viewers like any other to everything
 * that answers; only connections and privacy know how a stand-in stands to people. So what an owner is shown is what the
 * product would show, and it says nothing about any real other person.
 */
export function createStandIns() {
  const known = new Map<Uid, StandIn>()

  return {
    /** The stand-in of that kind for this owner, the same each time. */
    of(owner: Uid, kind: StandInKind): Uid {
      const hex = createHash('sha256').update(`stand-in ${kind} ${owner}`).digest('hex')
      // Version 8 of RFC 9562: no real uid has it.
      const uid = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
      const oldest = known.size >= MAX_KNOWN ? known.keys().next().value : undefined
      if (oldest !== undefined) known.delete(oldest)
      known.delete(uid)
      known.set(uid, { owner, kind })
      return uid
    },
    find: (uid: Uid): StandIn | undefined => known.get(uid),
  }
}
