import { createHash } from 'node:crypto'
import type { Uid } from '#contract/base/ids.ts'

/** A stranger, or a buddy of the owner. */
type PersonaKind = 'everyone' | 'buddy'
type Persona = { owner: Uid; kind: PersonaKind }

const MAX_PERSONAS = 10_000

export type Personas = ReturnType<typeof createPersonas>

/**
 * Invented viewers for "view as". All other features treat a persona like any viewer; only relationships and privacy know
 * it. So the owner sees what the product would show, without data about a real other user.
 */
export function createPersonas() {
  const personas = new Map<Uid, Persona>()

  return {
    /** The owner's persona of that kind, always the same uid. */
    uidOf(owner: Uid, kind: PersonaKind): Uid {
      const hex = createHash('sha256').update(`persona ${kind} ${owner}`).digest('hex')
      // Version 8 of RFC 9562: no real uid has it.
      const uid = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
      const oldest = personas.size >= MAX_PERSONAS ? personas.keys().next().value : undefined
      if (oldest !== undefined) personas.delete(oldest)
      personas.delete(uid)
      personas.set(uid, { owner, kind })
      return uid
    },
    find: (uid: Uid): Persona | undefined => personas.get(uid),
  }
}
