/** A person who has an account at the fake services, and what they like. Any other name works too and gets its own taste. */
export type Listener = {
  login: string
  displayName: string
  /** The weight of each genre or topic; others have a small one. */
  likes: Record<string, number>
  /** Artists and channels by name that are loved regardless of genre. */
  loves?: readonly string[]
  /** An account without plays and follows. */
  isEmpty?: true
}

export const listeners: readonly Listener[] = [
  {
    login: 'mira',
    displayName: 'Mira K.',
    likes: { 'indie-rock': 9, alternative: 8, 'indie-pop': 6, electronic: 4, science: 9, mathematics: 8, cities: 5, design: 4 },
  },
  {
    login: 'jonas',
    displayName: 'Jonas Weber',
    likes: { 'indie-rock': 8, alternative: 9, rock: 5, electronic: 4, science: 8, technology: 7, mathematics: 4, cities: 4 },
  },
  {
    login: 'aylin',
    displayName: 'Aylin',
    likes: { pop: 9, 'dance-pop': 8, rnb: 6, latin: 5, comedy: 7, film: 6, design: 6, 'live-music': 5 },
  },
  {
    login: 'dario',
    displayName: 'Dario B.',
    likes: { 'hip-hop': 10, 'rap-underground': 8, soul: 5, jazz: 4, gaming: 8, comedy: 5, 'live-music': 5, sport: 4 },
  },
  {
    login: 'lena',
    displayName: 'Lena',
    likes: { rock: 9, metal: 9, punk: 7, 'classic-rock': 6, gaming: 7, technology: 6, programming: 5, film: 4 },
  },
  {
    login: 'tomas',
    displayName: 'Tomás R.',
    likes: { electronic: 10, house: 9, ambient: 7, soundtrack: 5, programming: 9, technology: 8, design: 5, science: 3 },
  },
  {
    login: 'ines',
    displayName: 'Inês',
    likes: { folk: 9, 'singer-songwriter': 9, jazz: 6, classical: 6, soul: 5, talks: 8, film: 7, cities: 6, news: 4 },
  },
  {
    login: 'kofi',
    displayName: 'Kofi A.',
    likes: { afrobeats: 10, rnb: 8, 'hip-hop': 7, soul: 6, latin: 4, sport: 7, 'live-music': 7, comedy: 6, news: 4 },
  },
  { login: 'empty', displayName: 'Nothing played yet', likes: {}, isEmpty: true },
]

/** The same listener for the same name, regardless of case and spaces. */
export function normalizeLogin(typed: string): string {
  return typed.trim().toLowerCase().replace(/\s+/g, '.').slice(0, 64)
}
