import type { CallDefinition, SchemaInput, SchemaOutput } from '#contract/base/call.ts'
import type { Uid } from '#contract/base/ids.ts'

/** The authenticated user, from the verified token. */
export type Viewer = {
  uid: Uid
  hasProfile: boolean
  /** Set for suspended users, who may only make `whileSuspended` calls. */
  isSuspended?: true
  /** Set for users who have not accepted the current terms. They may only read, and make `beforeTerms` calls. */
  mustAcceptTerms?: true
  /** Claims of the token that some calls check. Times in milliseconds since 1970. */
  token: {
    issuedAtMs: number
    expiresAtMs: number
    /** The time of the sign-in; together with the uid it identifies the session. */
    authTimeMs: number
    /** The provider's session id, if any. */
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
  /** The page that sends a command (`PAGE_ID_HEADER`); null for other clients. */
  pageId: string | null
  /** The caller's W3C `traceparent` header. */
  traceparent: string | null
  cookies: {
    set(name: string, value: string, options: CookieOptions): void
    clear(name: string, options: Pick<CookieOptions, 'path'>): void
  }
}

export type CookieOptions = { path: string; maxAgeSeconds: number }

/** `void` for a call with an empty response. */
type HandlerResult<C extends CallDefinition> = SchemaInput<C['response']> extends Record<string, never> ? void : SchemaInput<C['response']>

export type Handler<C extends CallDefinition> = (input: Input<C>) => Promise<HandlerResult<C>> | HandlerResult<C>

export type Route = { call: CallDefinition; handle: Handler<CallDefinition> }

/**
 * Binds a call of the contract to its handler. The server has authenticated the user and parsed the input before.
 * @example route(chatCalls.getChatMessages, ({ params, query, viewer }) => chat.history(viewer.uid, params.chatId, query))
 */
export function route<const C extends CallDefinition>(call: C, handle: Handler<C>): Route {
  return { call, handle }
}
