const MAX_LENGTH = 2_000

/** The base makes paths readable; it is never requested. */
const BASE = 'https://here.invalid'

/** URL parsers drop tabs and newlines and read a backslash as a slash. */
const unsafeText = /[\s\\\p{Cc}\p{Cs}]/u

/** An empty segment, or one that hides a slash, a backslash, a control character or a second encoding. */
const unsafePath = /\/\/|%(?:25|2f|5c|7f|[01][\da-f])/i

/**
 * The value as a normalized path of this site, with query and fragment. Returns null when it could leave the site.
 * Redirects, links, notifications and app links all use this check.
 */
export function returnPath(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > MAX_LENGTH || !value.startsWith('/') || unsafeText.test(value)) return null
  const url = URL.parse(value, BASE)
  if (url?.origin !== BASE || unsafePath.test(url.pathname)) return null
  const path = url.pathname + url.search + url.hash
  return path.length > MAX_LENGTH ? null : path
}
