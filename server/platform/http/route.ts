import type { CallDefinition, SchemaInput, SchemaOutput } from '#contract/base/call.ts'
import type { Uid } from '#contract/base/ids.ts'

/** Who asks, as verified from the token. */
export type Viewer = {
  uid: Uid
  hasProfile: boolean
  /** Set for people who may do nothing here for now but what `whileSuspended` calls do. */
  isSuspended?: true
  /** The token's facts that a few calls look at. Times in milliseconds since 1970. */
  token: {
    issuedAtMs: number
    expiresAtMs: number
    /** When the person signed in; together with the uid it names the sign-in. */
    authTimeMs: number
    /** The provider's name for the sign-in, where it has one. */
    sessionId: string | null
  }
}

export type UploadedFile = { bytes: Buffer; mimeType: string }

export type Input<C extends CallDefinition> = {
  params: SchemaOutput<C['params']>
  query: SchemaOutput<C['query']>
  body: SchemaOutput<C['body']>
  viewer: C['area'] extends 'auth' ? Viewer : undefined
  /** Present on `form` calls. */
  file: C['form'] extends true ? UploadedFile : undefined
  requestId: string
  /** The caller's own trace, as they wrote it (W3C Trace Context). */
  traceparent: string | null
  cookies: {
    set(name: string, value: string, options: CookieOptions): void
    clear(name: string, options: Pick<CookieOptions, 'path'>): void
  }
}

export type CookieOptions = { path: string; maxAgeSeconds: number }

export type Handler<C extends CallDefinition> = (input: Input<C>) => Promise<SchemaInput<C['answer']>> | SchemaInput<C['answer']>

export type Route = { call: CallDefinition; handle: Handler<CallDefinition> }

/**
 * Binds a call of the contract to the code that answers it. The server has checked who asks and parsed the input before.
 * @example route(chatCalls.getChatMessages, ({ params, query, viewer }) => chat.history(viewer.uid, params.chatId, query))
 */
export function route<const C extends CallDefinition>(call: C, handle: Handler<C>): Route {
  return { call, handle }
}
