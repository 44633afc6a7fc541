import { wordOfGenre, type Catalog } from '#sandbox/kit/catalog.ts'
import { json, type FakeResponse, type FakeRequest } from '#sandbox/kit/http.ts'
import { startFakeService, type FakeService, type FakeServiceOptions } from '#sandbox/kit/fake-service.ts'

const DEFAULT_LIMIT = 25
const MAX_LIMIT = 100
const TOO_FAST =
  'Your requests are exceeding the allowable rate limit. Please see https://musicbrainz.org/doc/XML_Web_Service/Rate_Limiting for more information.'
const HELP = 'For usage, please see: https://musicbrainz.org/development/mmd'

export type FakeMusicBrainzOptions = Pick<FakeServiceOptions, 'port' | 'host' | 'data' | 'pageDelayMs' | 'now'> & {
  /** The minimum of milliseconds between two requests, as in the real one; unlimited by default. */
  betweenMs?: number
  /** Artists outside of the catalog: namesakes, others with their own tags. */
  also?: readonly KnownArtist[]
}

export type KnownArtist = { name: string; aliases?: readonly string[]; tags: readonly { name: string; count: number }[] }

/**
 * Starts a fake of MusicBrainz' artist search (`/ws/2/artist?query=`). It has the artists of the catalog, tagged with their genres, and
 * rejects requests whose user agent has no application and contact.
 */
export function startFakeMusicBrainz(options: FakeMusicBrainzOptions): Promise<FakeService> {
  const { data, now = Date.now, betweenMs = 0, also = [] } = options
  const artists = [...data.artists.map(toArtist), ...also]
  let last = Number.NEGATIVE_INFINITY
  return startFakeService(
    { ...options, clientId: '', clientSecret: null, redirectOrigins: [] },
    {
      isApi: (path) => path.startsWith('/ws/2/'),
      revoke: () => {},
      reject: ({ status }) => problem(status, status === 503 ? TOO_FAST : 'Something went wrong'),
      answer(request) {
        const isTooFast = now() - last < betweenMs
        last = now()
        return isTooFast ? problem(503, TOO_FAST) : search(request, artists)
      },
    },
  )
}

const problem = (status: number, error: string): FakeResponse => json(status, { error, help: HELP })

/** A genre has more votes than a meaningless tag. */
const toArtist = ({ name, genres }: Catalog['artists'][number]): KnownArtist => ({
  name,
  tags: [...genres.map((genre, index) => ({ name: wordOfGenre(genre), count: 12 - index * 3 })), { name: 'favorites', count: 1 }],
})

function search({ method, path, query, headers }: FakeRequest, artists: readonly KnownArtist[]): FakeResponse {
  if (!/^[^/\s]+\/\S+ \(.*(?:@|https?:).*\)$/.test(headers['user-agent'] ?? ''))
    return problem(403, 'Your application must identify itself with a contact.')
  if (method !== 'GET' || path !== '/ws/2/artist' || query.get('fmt') !== 'json') return problem(404, 'Not Found')
  const phrases = [...(query.get('query') ?? '').matchAll(/(artist|alias):"((?:[^"\\]|\\.)*)"/g)].map(([, field, phrase = '']) => ({
    field,
    words: phrase.replaceAll(/\\(.)/g, '$1').toLowerCase(),
  }))
  if (phrases.length === 0) return problem(400, 'Missing parameter: query')
  const limit = Math.min(MAX_LIMIT, Number(query.get('limit') ?? DEFAULT_LIMIT) || DEFAULT_LIMIT)
  const isFound = ({ name, aliases = [] }: KnownArtist): boolean =>
    phrases.some(({ field, words }) => (field === 'artist' ? [name] : aliases).some((alias) => alias.toLowerCase().includes(words)))
  const all = artists.filter(isFound)
  const found = all.slice(0, limit).map((artist, index) => presentArtist(artist, index, artists.indexOf(artist)))
  return json(200, { created: '2026-11-01T12:00:00.000Z', count: all.length, offset: 0, artists: found })
}

/** Artists without aliases or tags have no such lists. */
const presentArtist = ({ name, aliases = [], tags }: KnownArtist, penalty: number, place: number) => ({
  id: `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`,
  score: Math.max(1, 100 - penalty),
  name,
  'sort-name': name,
  'life-span': { ended: null },
  ...(aliases.length > 0 ? { aliases: aliases.map((alias) => ({ name: alias, 'sort-name': alias, locale: null, primary: null })) } : {}),
  ...(tags.length > 0 ? { tags } : {}),
})
