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
  /** Client: must be the first frame, within 5 s. Sent again when the server requests a fresh token. */
  auth: defineFrame('auth', z.object({ token: z.string().check(z.maxLength(8_192)) })),
  /** Server: signed in. Sent again after frames between servers may have been lost. Each time, the client reloads what it shows. */
  authenticated: defineFrame('authenticated', z.object({ uid, expires_at: z.iso.datetime() })),
  /** Server: the token expires soon; send `auth` again. */
  auth_expiring: defineFrame('auth_expiring', z.object({})),
  /** Client: checks the connection, because pages can't send protocol pings. The server answers each with `pong`. */
  ping: defineFrame('ping', z.object({})),
  pong: defineFrame('pong', z.object({})),
  /**
   * Server: a command of this user has changed what these calls (`callPattern`) return. `by`: the page that sent the command, which shows
   * the change already; null for other clients.
   */
  own_data_changed: defineFrame('own_data_changed', z.object({ calls: z.array(z.string()), by: z.nullable(z.uuid()) })),
  /** Server: `id` is the id of the rejected client frame, if any. */
  error: defineFrame('error', z.object({ message: z.string(), code: z.enum(errorCodes), id: z.optional(z.string()) })),
}
