import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#contract/errors.ts'

const SCRIPT = readFileSync(new URL('./spotify-frame.js', import.meta.url), 'utf8')
const STYLE = 'html,body,#player,iframe{display:block;width:100%;height:100%;margin:0;border:0;overflow:hidden}'
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const CONTENT = /^(artist|track|album|playlist|show|episode)\/([0-9A-Za-z]{22})$/

/**
 * Serves `GET /players/spotify/embed/{kind}/{id}`: a page for a frame that runs Spotify's iFrame API. The `sandbox` directive gives the
 * page an opaque origin, even when it is opened as a page, so that Spotify's script has no access to this site.
 * @param spotify the origin of Spotify's player
 */
export function registerSpotifyFrame(app: FastifyInstance, { spotify }: { spotify: string }): void {
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(SCRIPT)} ${spotify} https://embed-cdn.spotifycdn.com`,
    `style-src ${hashOf(STYLE)}`,
    `frame-src ${spotify}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts allow-presentation allow-popups allow-popups-to-escape-sandbox',
  ].join('; ')
  app.get<{ Params: { '*': string } }>('/players/spotify/embed/*', async (request, reply) => {
    const [, kind, id] = CONTENT.exec(request.params['*']) ?? []
    if (!kind || !id) throw new AppError('not_found')
    return (
      reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('content-security-policy', policy)
        .header('x-frame-options', 'SAMEORIGIN')
        // A page with an opaque origin cannot have an agent cluster of its own.
        .removeHeader('origin-agent-cluster')
        .send(pageOf(`spotify:${kind}:${id}`, spotify))
    )
  })
}

function pageOf(uri: string, spotify: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Spotify</title><style>${STYLE}</style></head>
<body data-uri="${uri}"><div id="player"></div><script>${SCRIPT}</script><script src="${spotify}/embed/iframe-api/v1" async></script></body></html>`
}
