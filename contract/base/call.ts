import type * as z from 'zod/mini'

type Shape = z.ZodMiniType
/** The output of a schema after parsing. */
export type SchemaOutput<S> = S extends Shape ? z.output<S> : undefined
/** The input of a schema before parsing: defaults are optional, numbers in a query are text. */
export type SchemaInput<S> = S extends Shape ? z.input<S> : undefined

export type CallDefinition = {
  /** The verbs of the product: GET, POST and DELETE. */
  method: 'GET' | 'POST' | 'DELETE'
  /** `auth` calls need a bearer token; `public` calls take none. */
  area: 'auth' | 'public'
  /** Below `/app/auth` or `/app/public`, with `:name` for parameters. */
  path: `/${string}`
  summary: string
  params?: Shape
  query?: Shape
  body?: Shape
  /** The largest JSON body, where `limits.jsonBodyBytes` is not enough. */
  bodyBytes?: number
  /** `form` calls take multipart form data instead of a JSON body. */
  form?: true
  response: Shape
  /** Allowed for signed-in users without a profile (account setup). */
  withoutProfile?: true
  /** Allowed for suspended users: the reason, the appeal, sign-out and account deletion. */
  whileSuspended?: true
  /** A command that is allowed before the user has accepted changed terms. Reads and `whileSuspended` calls always are. */
  beforeTerms?: true
}

/** The header of a command with the id of the page that sends it: that page needs no frame about its own change. */
export const PAGE_ID_HEADER = 'x-page-id'

/** Defines one API call. The server validates by it, the client is typed by it, and the OpenAPI document is generated from it. */
export function defineCall<const C extends CallDefinition>(call: C): C {
  return call
}

/** The full path of a call's pattern, for example `/app/auth/chat-messages/:chatId`. */
export function callPattern(call: CallDefinition): string {
  return `/app/${call.area}${call.path}`
}

/**
 * The address of one call with its parameters filled in and encoded.
 * @throws Error when the pattern names a parameter that was not given.
 */
export function callAddress(
  call: CallDefinition,
  params: Record<string, string> = {},
  query: Record<string, string | number | boolean | null | undefined> = {},
): string {
  const path = callPattern(call).replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${call.path} needs ${name}`)
    return encodeURIComponent(value)
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== null) search.set(name, String(value))
  const text = search.toString()
  return text ? `${path}?${text}` : path
}
