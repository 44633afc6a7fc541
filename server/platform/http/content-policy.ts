/** Players that pages may frame. */
const PLAYERS = [
  'https://open.spotify.com',
  'https://www.youtube-nocookie.com',
  'https://www.tiktok.com',
  'https://www.instagram.com',
  'https://www.facebook.com',
]

/** Other origins that pages need for a service that was switched on by configuration. */
export type OutsideSources = { scripts: readonly string[]; frames: readonly string[]; connections: readonly string[] }

const none: OutsideSources = { scripts: [], frames: [], connections: [] }

/**
 * The Content-Security-Policy of every answer.
 * Scripts are files of our own, never inline. Style elements carry the page's nonce (Mantine writes its variables that way).
 * @param nonce the page's nonce; empty for answers that are no page
 */
export function contentPolicy(
  {
    extraFrameOrigins,
    development,
    outside = none,
  }: { extraFrameOrigins: readonly string[]; development: boolean; outside?: OutsideSources },
  nonce: string,
): string {
  const withNonce = nonce ? ` 'nonce-${nonce}'` : ''
  return [
    "default-src 'self'",
    // Vite's development client and React's refresh preamble are inline modules; they carry the nonce.
    `script-src ${["'self'", ...outside.scripts].join(' ')}${development ? withNonce : ''}`,
    `style-src 'self'${withNonce}`,
    // React sets style attributes through the DOM, which this does not touch; server-written markup has none.
    "style-src-attr 'none'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src ${["'self'", ...outside.connections].join(' ')}`,
    "worker-src 'self' blob:",
    `frame-src ${[...PLAYERS, ...extraFrameOrigins, ...outside.frames].join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
