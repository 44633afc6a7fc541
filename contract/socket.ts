import * as z from 'zod/mini'
import { errorCodes } from './error-codes.ts'
import { defineFrame } from './base/frame.ts'
import { uid } from './base/ids.ts'

/** The path of the socket, same origin as the pages. */
export const SOCKET_PATH = '/ws'

/** Why a socket was closed; 4xxx are ours. */
export const closeCodes = {
  restarting: 1012,
  slowReader: 4008,
  unauthenticated: 4401,
  tooFast: 4429,
} as const

export const platformFrames = {
  /** Client: must be the first frame, within 5 s; again whenever the server asks for a fresh token. */
  auth: defineFrame('auth', z.object({ token: z.string().check(z.maxLength(8_192)) })),
  /**
   * Server: signed in. Also to whoever has been for long, after frames may have been lost between servers; either way it is the
   * moment to ask anew for what is shown.
   */
  authenticated: defineFrame('authenticated', z.object({ uid, expires_at: z.iso.datetime() })),
  /** Server: the token runs out soon; send `auth` again. */
  auth_expiring: defineFrame('auth_expiring', z.object({})),
  /** Client: asks for a sign of life, as pages can't send the pings of the protocol. The server answers each with `pong`. */
  ping: defineFrame('ping', z.object({})),
  pong: defineFrame('pong', z.object({})),
  /**
   * Server: `id` names the client's frame at fault where there is one. A page of an earlier release takes a code that it does not
   * know for a fault of ours: left unread, whatever it refused would wait for ever.
   */
  error: defineFrame(
    'error',
    // oxlint-disable-next-line promise/valid-params -- the schema's `catch`, not a promise's
    z.object({ message: z.string(), code: z.catch(z.enum(errorCodes), 'internal'), id: z.optional(z.string()) }),
  ),
}
