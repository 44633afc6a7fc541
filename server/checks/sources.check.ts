import type { Config } from '../config.ts'
import { type Check, type Finding, off, ok } from './check.ts'

const TIMEOUT_MS = 8_000
const realOrigins = {
  spotify: 'https://accounts.spotify.com',
  google: 'https://oauth2.googleapis.com',
  youtube: 'https://youtube.googleapis.com',
  lastfm: 'https://ws.audioscrobbler.com',
}

/** Asks each configured music and video service whether it knows our credentials. No user's account is touched. */
export function sourceChecks(
  config: Pick<Config, 'spotify' | 'youtube' | 'youtubeApiKey' | 'lastfmApiKey'>,
  origins = realOrigins,
): Check[] {
  const { spotify, youtube, youtubeApiKey, lastfmApiKey } = config
  return [
    {
      component: 'Spotify',
      async run() {
        if (!spotify) return off('not set up (SPOTIFY_CLIENT_ID)')
        if (spotify.clientSecret === null) return ok('a client without a secret, which only a sign-in can test')
        const { clientId, clientSecret } = spotify
        const response = await send(`${origins.spotify}/api/token`, {
          grant_type: 'client_credentials',
          client_id: clientId,
          client_secret: clientSecret,
        })
        return verdict(response.status === 200, response, 'Spotify', 'SPOTIFY_CLIENT_ID and SPOTIFY_CLIENT_SECRET')
      },
    },
    {
      component: 'YouTube',
      async run() {
        if (!youtube) return off('not set up (YOUTUBE_CLIENT_ID)')
        if (youtube.clientSecret === null) return ok('a client without a secret, which only a sign-in can test')
        // No code is valid, so a client that Google knows gets `invalid_grant`, and another one `invalid_client`.
        const response = await send(`${origins.google}/token`, {
          grant_type: 'authorization_code',
          code: 'check',
          redirect_uri: 'http://127.0.0.1/',
          client_id: youtube.clientId,
          client_secret: youtube.clientSecret,
        })
        const isKnown = /invalid_grant|redirect_uri_mismatch/.test(response.text)
        return verdict(isKnown, response, 'Google', 'YOUTUBE_CLIENT_ID and YOUTUBE_CLIENT_SECRET')
      },
    },
    {
      component: 'YouTube key',
      async run() {
        if (youtubeApiKey === null) return off('not set up (YOUTUBE_API_KEY)')
        const query = new URLSearchParams({ part: 'snippet', hl: 'en', key: youtubeApiKey })
        const response = await send(`${origins.youtube}/youtube/v3/i18nLanguages?${query.toString()}`)
        return verdict(response.status === 200, response, 'YouTube', 'YOUTUBE_API_KEY')
      },
    },
    {
      component: 'Last.fm',
      async run() {
        if (lastfmApiKey === null) return off('not set up (LASTFM_API_KEY)')
        const query = new URLSearchParams({ method: 'chart.gettopartists', limit: '1', format: 'json', api_key: lastfmApiKey })
        const response = await send(`${origins.lastfm}/2.0/?${query.toString()}`)
        return verdict(response.status === 200 && !/"error"/.test(response.text), response, 'Last.fm', 'LASTFM_API_KEY')
      },
    },
  ]
}

type Answer = { status: number; text: string }

async function send(url: string, form?: Record<string, string>): Promise<Answer> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetch(url, form ? { method: 'POST', body: new URLSearchParams(form), signal } : { signal })
  return { status: response.status, text: await response.text() }
}

function verdict(isAccepted: boolean, { status, text }: Answer, service: string, settings: string): Finding {
  if (isAccepted) return ok(`${service} accepts ${settings}`)
  // The service's own reason; such answers contain no secret.
  const reason = /"(?:error_description|message|error)"\s*:\s*"([^"]{1,120})"/.exec(text)?.[1] ?? 'no reason given'
  return { status: 'error', message: `${service} rejected ${settings} (${status}: ${reason})`, fix: `Correct ${settings}.` }
}
