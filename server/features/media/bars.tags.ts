import type { Genre } from '#contract/taste/print.ts'

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
  const most = Math.max(0, ...tags.map(({ count }) => count))
  const weights = new Map<Genre, number>()
  for (const { name, count } of tags) {
    const genre = GENRE_BY_TAG.get(normalizeTag(name))
    if (genre && count >= most * MIN_SHARE) weights.set(genre, (weights.get(genre) ?? 0) + count)
  }
  return [...weights]
    .toSorted(([, one], [, two]) => two - one)
    .slice(0, MAX_BARS)
    .map(([genre]) => genre)
}
