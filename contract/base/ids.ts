import * as z from 'zod/mini'
import { returnPath } from './return-path.ts'

/** A user of this installation; never the identity provider's subject. Lowercase, so that equal ids are equal strings. */
export const uid = z.uuid().check(z.toLowerCase())
export type Uid = string

/** Replaces the uid of a deleted account. */
export const NOBODY: Uid = '00000000-0000-0000-0000-000000000000'

/** UUIDv7: sorts by creation time. The client creates message ids, and they never change. */
export const uuidv7 = z.uuidv7()

/** An opaque pagination cursor; only the server reads it. */
export const cursor = z.string().check(z.minLength(1), z.maxLength(200))

/** A path of this site in the input of a call. */
export const returnPathText = z.string().check(z.refine((text) => returnPath(text) !== null, 'must be a path of this site'))

/** A timestamp on the wire: ISO 8601 in UTC. */
export const isoDate = z.iso.datetime()

/** A number in a query string. */
export const queryNumber = (min: number, max: number) => z.pipe(z.coerce.number(), z.int().check(z.minimum(min), z.maximum(max)))

export const empty = z.object({})
