import * as z from 'zod/mini'
import { returnPath } from './return-path.ts'

/** A person of this installation; never the identity provider's subject. In small letters, so that equal ones are equal text. */
export const uid = z.uuid().check(z.toLowerCase())
export type Uid = string

/** Stands where a person was until their account was deleted. */
export const NOBODY: Uid = '00000000-0000-0000-0000-000000000000'

/** UUIDv7: sorts by the time it was made. Message ids are made by the client and are final. */
export const uuidv7 = z.uuidv7()

/** An opaque place to continue a list from; only the server reads it. */
export const cursor = z.string().check(z.minLength(1), z.maxLength(200))

/** A path of this site in the input of a call. */
export const returnPathText = z.string().check(z.refine((text) => returnPath(text) !== null, 'must be a path of this site'))

/** A moment in time on the wire: ISO 8601 in UTC. */
export const isoDate = z.iso.datetime()

/** A number in a query string. */
export const queryNumber = (min: number, max: number) => z.pipe(z.coerce.number(), z.int().check(z.minimum(min), z.maximum(max)))

export const empty = z.object({})
