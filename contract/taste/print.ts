/**
 * The bars of the taste print in drawing order, music first, then video. A bar's index never changes its meaning: new bars
 * go in front of `other`, and no index is reused.
 */
export const GENRES = [
  'pop',
  'dance-pop',
  'indie-pop',
  'indie-rock',
  'alternative',
  'rock',
  'classic-rock',
  'punk',
  'metal',
  'folk',
  'singer-songwriter',
  'country',
  'soul',
  'rnb',
  'hip-hop',
  'rap-underground',
  'afrobeats',
  'latin',
  'jazz',
  'classical',
  'electronic',
  'house',
  'ambient',
  'soundtrack',
  'other-music',
] as const
export type Genre = (typeof GENRES)[number]

export const TOPICS = [
  'science',
  'mathematics',
  'technology',
  'programming',
  'film',
  'design',
  'gaming',
  'comedy',
  'live-music',
  'sport',
  'news',
  'cities',
  'talks',
  'other-video',
] as const
export type Topic = (typeof TOPICS)[number]

/** The order of bars in every print on the wire. */
export const PRINT_BARS: readonly (Genre | Topic)[] = [...GENRES, ...TOPICS]
export const MUSIC_BARS = GENRES.length
