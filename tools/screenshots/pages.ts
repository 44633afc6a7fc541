/** The breakpoints of the designs, and the width of their phone. */
export const WIDTHS = [1440, 1024, 768, 390] as const
export const THEMES = ['dark', 'light'] as const
export type Theme = (typeof THEMES)[number]
/** The first demo user, a user with a profile and nothing else, and a user without a profile. */
export type Persona = 'mira' | 'nobody-yet' | 'half-way'

/** Pages that anyone can see. */
export const openPages = [
  '/',
  '/login',
  '/sign-up',
  '/social_connect',
  '/shortcuts',
  '/privacy-policy',
  '/terms-of-service',
  '/__auth/spotify',
  '/no/such/page',
]

/** Pages of a user without a profile. */
export const firstPages = ['/account-setup']

const own = [
  '/',
  '/find_buddies',
  '/discover_content',
  '/moments',
  '/chat',
  '/saved',
  '/notifications',
  '/week',
  '/search?q=mar',
  '/find-people',
  '/social_connect',
  '/settings',
  '/moderation',
  '/shortcuts',
]

/** Pages of the first demo user: her own, those of the user `uid`, and `items`: the paths of an artist, a channel and a track. */
export function pagesOf({ uid, chatId, items }: { uid: string; chatId: string; items: readonly string[] }): string[] {
  const ofPerson = ['', '/spotify', '/youtube', '/buddies'].map((tab) => `/profile/${uid}${tab}`)
  return [
    ...own,
    `/chat/${chatId}`,
    ...items,
    ...ofPerson,
    `/view-connection/${uid}`,
    `/moments/${uid}`,
    `/search/${uid}`,
    `/find-people/${uid}`,
  ]
}
