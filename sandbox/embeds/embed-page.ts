import { readFileSync } from 'node:fs'
import type { FakeResponse } from '#sandbox/kit/http.ts'

export type EmbedPage = {
  title: string
  /** The inputs of the page's script: `data-...` of the body. */
  data: Record<string, string>
  main: string
  /** Files of `pages/`, in order. */
  scripts: readonly string[]
  /** Origins that may frame the page; `anyone` for a page that must work in frames without an origin. */
  framedBy: readonly string[] | 'anyone'
}

const files: Record<string, string> = {
  'player.css': 'text/css; charset=utf-8',
  'motion.js': 'text/javascript; charset=utf-8',
  'tones.js': 'text/javascript; charset=utf-8',
  'spotify-player.js': 'text/javascript; charset=utf-8',
  'spotify-iframe-api.js': 'text/javascript; charset=utf-8',
  'youtube-player.js': 'text/javascript; charset=utf-8',
  'clip-player.js': 'text/javascript; charset=utf-8',
}

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)

/** The page of a player. Its scripts are files of its own origin, because its content policy is strict. */
export function embedPage({ title, data, main, scripts, framedBy }: EmbedPage): FakeResponse {
  const attributes = Object.entries(data)
    .map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`)
    .join('')
  const body = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><link rel="stylesheet" href="/pages/player.css" crossorigin></head>
<body${attributes}>${main}${scripts.map((name) => `<script type="module" src="/pages/${name}"></script>`).join('')}</body></html>`
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'${framedBy === 'anyone' ? '' : `; frame-ancestors ${framedBy.join(' ') || "'none'"}`}`,
    },
    body,
  }
}

/** A style or script of the pages, or null for any other path. */
export function embedFile(path: string): FakeResponse | null {
  const name = path === '/embed/iframe-api/v1' ? 'spotify-iframe-api.js' : path.replace(/^\/pages\//, '')
  const type = Object.hasOwn(files, name) ? files[name] : undefined
  if (!type) return null
  return {
    status: 200,
    // Modules of a page without an origin are requests from another site.
    headers: { 'content-type': type, 'cache-control': 'no-store', 'access-control-allow-origin': '*' },
    body: readFileSync(new URL(`./pages/${name}`, import.meta.url), 'utf8'),
  }
}
