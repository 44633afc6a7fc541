import type { Genre } from '#contract/taste/print.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { createBarsStore } from './attributes.store.ts'
import { createSizesStore } from './attributes.store.ts'
import { queryDirectories, waitUnlessStopped, type Directory, type Pause } from './directories/query-directories.ts'
import type { ItemId } from './media.types.ts'

type Tag = { name: string; count: number }
export type TagDirectory = Directory<Tag[]>

export type BarsDeps = {
  db: Db
  clock: Clock
  /** Directories in order of preference; may be empty. */
  directories: readonly TagDirectory[]
  onBarsChanged: (ids: readonly ItemId[]) => Promise<void>
  log: Log
  pause?: Pause
}

const ARTISTS_PER_RUN = 200
/** A run ends after this time, before its job counts as dead. */
const MAX_RUN_MS = 5 * 60_000
const DAY_MS = 24 * 3_600_000
const RETRY_AFTER_MS = 90 * DAY_MS
/** YouTube data may be stored for 30 days (III.E.4.c/d); the margin covers late runs. Syncs confirm it earlier. */
const RETENTION_MS = 28 * DAY_MS

/** Looks up genres of artists without reported ones, and deletes platform data that was not confirmed in time. */
export function createBars({ db, clock, directories, onBarsChanged, log, pause = waitUnlessStopped }: BarsDeps) {
  const store = createBarsStore(db)
  const sizes = createSizesStore(db)
  const stopping = new AbortController()

  async function readDirectories(): Promise<ItemId[]> {
    const found: ItemId[] = []
    const queries = queryDirectories<Tag[], TagDirectory>(directories, { log, pause, stopping: stopping.signal })
    const until = clock.now().getTime() + MAX_RUN_MS
    for (const { id, name } of await store.listUntagged(new Date(clock.now().getTime() - RETRY_AFTER_MS), ARTISTS_PER_RUN)) {
      if (stopping.signal.aborted) break
      const response = await queries.first(name, (tags) => barsOfTags(tags).length > 0)
      // After a failure, the artist stays due.
      if (response !== 'failed')
        found.push(...(await store.saveTags(id, response === 'unknown' ? [] : barsOfTags(response.answer), clock.now())))
      if (queries.areUnavailable() || clock.now().getTime() >= until) break
    }
    return found
  }

  return {
    inferred: store.getInferredBars,
    saveInferred: store.saveInferred,

    /** A running lookup finishes first. */
    stop: () => stopping.abort(),

    /** Looks up artists without reported genres once. */
    async update(): Promise<void> {
      const found = directories.length > 0 ? await readDirectories() : []
      if (found.length > 0) await onBarsChanged(found)
    },

    /** Deletes platform data that was not confirmed in time; the next source counts then. */
    async deleteExpired(): Promise<void> {
      const before = new Date(clock.now().getTime() - RETENTION_MS)
      const found = new Set([...(await store.deleteUnconfirmed(before)), ...(await sizes.deleteUnconfirmed(before))])
      if (found.size > 0) await onBarsChanged([...found])
    },
  }
}

/** Tags by the genre that they mean. Places, decades, moods and opinions mean none. */
const TAGS: Partial<Record<Genre, string>> = {
  pop: 'pop, k-pop, j-pop, synthpop, synth-pop, britpop singer, teen pop, pop rock, europop, mandopop, cantopop, schlager',
  'dance-pop': 'dance-pop, dance pop, eurodance, dance, disco, italo disco',
  'indie-pop': 'indie pop, dream pop, chamber pop, bedroom pop, twee pop, electropop, indietronica',
  'indie-rock': 'indie rock, indie, post-punk revival, shoegaze, noise rock, garage rock, lo-fi, math rock',
  alternative: 'alternative, alternative rock, grunge, britpop, new wave, gothic rock, goth, darkwave',
  rock: 'rock, hard rock, blues rock, southern rock, russian rock, latin rock, glam rock, arena rock, stoner rock',
  'classic-rock': 'classic rock, 60s rock, psychedelic rock, progressive rock, rock n roll, rock and roll, rockabilly, psychedelic',
  punk: 'punk, punk rock, pop punk, hardcore, hardcore punk, emo, post-hardcore, ska, ska punk, post-punk, screamo, riot grrrl',
  metal:
    'metal, heavy metal, death metal, black metal, thrash metal, doom metal, power metal, progressive metal, metalcore, nu metal, folk metal, industrial metal, sludge, djent, melodic death metal, symphonic metal, gothic metal, deathcore',
  folk: 'folk, indie folk, folk rock, world, world music, celtic, irish, traditional, freak folk, desert blues, fado, flamenco',
  'singer-songwriter': 'singer-songwriter, acoustic, chanson, songwriter, chanson francaise, cantautore, liedermacher',
  country: 'country, alt-country, americana, bluegrass, outlaw country, country pop',
  soul: 'soul, funk, neo-soul, motown, northern soul, p-funk, gospel, disco soul',
  rnb: 'rnb, r&b, contemporary rnb, alternative rnb, rhythm and blues, new jack swing, quiet storm',
  'hip-hop': 'hip-hop, hip hop, rap, trap, gangsta rap, grime, german hip-hop, french rap, drill, crunk, east coast rap, west coast rap',
  'rap-underground': 'underground hip-hop, underground rap, alternative hip-hop, abstract hip-hop, jazz rap, conscious hip hop, boom bap',
  afrobeats: 'afrobeat, afrobeats, afropop, african, reggae, dancehall, dub, highlife, amapiano, ethio-jazz, roots reggae',
  latin: 'latin, reggaeton, salsa, bossa nova, mpb, samba, cumbia, bachata, latin pop, tango, musica mexicana, corridos, urbano',
  jazz: 'jazz, bebop, free jazz, jazz fusion, vocal jazz, smooth jazz, nu jazz, cool jazz, swing, big band, blues, spiritual jazz',
  classical: 'classical, opera, baroque, piano, contemporary classical, romantic, choral, modern classical, minimalism, orchestral',
  electronic:
    'electronic, electronica, idm, drum and bass, drum n bass, dubstep, trip-hop, techno, trance, breakbeat, glitch, industrial, synthwave, psytrance, big beat, uk garage, hyperpop, krautrock, edm, electro',
  house: 'house, deep house, tech house, progressive house, minimal techno, electro house, french house, detroit techno, chicago house',
  ambient: 'ambient, drone, new age, post-rock, dark ambient, neoclassical, field recordings, meditation, ambient techno',
  soundtrack: 'soundtrack, film score, score, video game music, ost, anime, musical, composer, bollywood, game soundtrack',
}

const GENRE_BY_TAG = new Map(
  Object.entries(TAGS).flatMap(([genre, words]) =>
    // The keys of the record are genres.
    words.split(', ').map((word) => [normalizeTag(word), genre as Genre] as const),
  ),
)

/** Tags with less than this share of the top count are ignored. */
const MIN_SHARE = 0.25
const MAX_BARS = 3

function normalizeTag(word: string): string {
  return word
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}&]+/gu, ' ')
    .trim()
}

/** Maps an artist's tags to at most three genres, by count. */
export function barsOfTags(tags: readonly { name: string; count: number }[]): Genre[] {
  const highest = Math.max(0, ...tags.map(({ count }) => count))
  const weights = new Map<Genre, number>()
  for (const { name, count } of tags) {
    const genre = GENRE_BY_TAG.get(normalizeTag(name))
    if (genre && count >= highest * MIN_SHARE) weights.set(genre, (weights.get(genre) ?? 0) + count)
  }
  return [...weights]
    .toSorted(([, one], [, two]) => two - one)
    .slice(0, MAX_BARS)
    .map(([genre]) => genre)
}
