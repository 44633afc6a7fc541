/** Players that pages may embed. */
const PLAYERS = [
  'https://open.spotify.com',
  'https://www.youtube-nocookie.com',
  'https://www.tiktok.com',
  'https://www.instagram.com',
  'https://www.facebook.com',
]

/** Origins that pages need for services that are enabled by configuration. */
export type ExternalSources = { scripts: readonly string[]; frames: readonly string[]; connections: readonly string[] }

const none: ExternalSources = { scripts: [], frames: [], connections: [] }

/**
 * The Content-Security-Policy of every response.
 * Scripts are our own files, and the inline ones whose hashes the page's template gives. Style elements have the page's nonce (Mantine
 * writes its variables that way).
 * @param page both are empty for responses that are not pages; `inlineScripts` are sources, separated by spaces
 */
export function contentPolicy(
  {
    extraFrameOrigins,
    development,
    externalSources = none,
  }: { extraFrameOrigins: readonly string[]; development: boolean; externalSources?: ExternalSources },
  { nonce, inlineScripts }: { nonce: string; inlineScripts: string },
): string {
  const withNonce = nonce ? ` 'nonce-${nonce}'` : ''
  return [
    "default-src 'self'",
    // Vite's development client and React's refresh preamble are inline modules and have the nonce.
    `script-src ${["'self'", inlineScripts, ...externalSources.scripts].filter(Boolean).join(' ')}${development ? withNonce : ''}`,
    `style-src 'self'${withNonce}`,
    // React sets style attributes through the DOM, which this does not affect; server-written markup has none.
    "style-src-attr 'none'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src ${["'self'", ...externalSources.connections].join(' ')}`,
    // The silence that makes the browser show media controls (web/features/media/mini-player/use-media-session.ts).
    "media-src 'self' blob:",
    "worker-src 'self' blob:",
    `frame-src ${["'self'", ...PLAYERS, ...extraFrameOrigins, ...externalSources.frames].join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
