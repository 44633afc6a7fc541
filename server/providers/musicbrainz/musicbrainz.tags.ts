import * as z from 'zod/mini'
import { createPublicFetch } from '#server/providers/outside-fetch.ts'
import { ProviderError } from '#server/providers/provider-error.ts'
import { parseResponse, providerHttp, publicHttp, request, type ProviderHttp } from '#server/providers/provider-http.ts'

export type MusicBrainzTagsOptions = {
  origin?: string
  http?: ProviderHttp
  /** The application and its contact, which MusicBrainz requires. */
  userAgent: string
}

/** A tag of an artist, and how many people used it. */
type Tag = { name: string; count: number }

const MUSICBRAINZ_ORIGIN = 'https://musicbrainz.org'
/** The maximum number of artists of one name that are compared. */
const CANDIDATES = 10
/** MusicBrainz sends 503 instead of 429. */
const TOO_FAST = new Set([429, 503])
/** The default without a time in the response. */
const WAIT_SECONDS = 60
/** Of several artists with one name, the one with the most votes is meant if the next has at most this share of its votes. */
const CLEARLY_LESS = 0.25

const text = z.string().check(z.maxLength(1_000))
const artist = z.object({
  id: text,
  name: text,
  aliases: z.optional(z.array(z.object({ name: text }))),
  tags: z.optional(z.array(z.object({ name: text, count: z.int() }))),
})
const found = z.object({ artists: z.array(artist) })

const guarded = publicHttp(createPublicFetch())

/** An artist of MusicBrainz; `tags` most used first. */
type FoundArtist = { id: string; tags: Tag[] }

/** Finds an artist by name. Needs no key, and allows one request a second. */
export function createMusicBrainzArtists({
  origin = MUSICBRAINZ_ORIGIN,
  http = origin === MUSICBRAINZ_ORIGIN ? guarded : providerHttp,
  userAgent,
}: MusicBrainzTagsOptions) {
  /** @returns null for an unknown artist, and if there are several with this name @throws ProviderError */
  return async (name: string): Promise<FoundArtist | null> => {
    const url = new URL(`${origin}/ws/2/artist`)
    const query = { query: `artist:${quote(name)} OR alias:${quote(name)}`, limit: String(CANDIDATES), fmt: 'json' }
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value)
    const { status, body, retryAfterSeconds } = await request(http, { url: url.href, headers: { 'user-agent': userAgent } })
    if (TOO_FAST.has(status)) throw new ProviderError('wait', 'too many requests', { status }, retryAfterSeconds ?? WAIT_SECONDS)
    if (status !== 200) throw new ProviderError('unavailable', 'the search was rejected', { status })
    return oneOf(name, parseResponse(found, body, 'ws/2/artist').artists)
  }
}

export function createMusicBrainzTags(options: MusicBrainzTagsOptions) {
  const find = createMusicBrainzArtists(options)
  return async (name: string): Promise<Tag[]> => (await find(name))?.tags ?? []
}

/** A phrase in Lucene's query syntax, escaped. */
const quote = (name: string): string => `"${name.replaceAll(/["\\]/g, '\\$&')}"`

/** The artist of this name. Namesakes with similar votes return none, because a guess could describe the wrong artist. */
function oneOf(name: string, artists: readonly z.output<typeof artist>[]): FoundArtist | null {
  const plainName = normalizeName(name)
  const sameName = artists.filter((entry) => normalizeName(entry.name) === plainName)
  const candidates =
    sameName.length > 0 ? sameName : artists.filter(({ aliases = [] }) => aliases.some((alias) => normalizeName(alias.name) === plainName))
  const [best, next] = candidates
    .map(({ id, tags = [] }) => ({ id, tags: tags.filter(({ count }) => count > 0), votes: votesOf(tags) }))
    .toSorted((a, b) => b.votes - a.votes)
  if (!best || (next && next.votes > best.votes * CLEARLY_LESS)) return null
  return { id: best.id, tags: best.tags.toSorted((a, b) => b.count - a.count) }
}

const votesOf = (tags: readonly Tag[]): number => tags.reduce((sum, { count }) => sum + Math.max(0, count), 0)

const normalizeName = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
