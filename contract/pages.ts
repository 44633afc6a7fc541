/** The path of every page. Parameters are ids, `from` is a date, and `range` two of them; any other text matches no page. */
export const pagePaths = [
  '/',
  '/login',
  '/sign-up',
  '/account-setup',
  '/social_connect',
  '/__auth/spotify',
  '/__auth/youtube',
  '/__auth/lastfm',
  '/moments/:uid?',
  '/discover_content',
  '/blends',
  '/blends/new',
  '/blend/:id',
  '/invite/:uid',
  '/find_buddies',
  '/artist/:id',
  '/channel/:id',
  '/track/:id',
  '/profile/:uid',
  '/profile/:user_id/spotify',
  '/profile/:user_id/youtube',
  '/profile/:user_id/buddies',
  '/find-people/:uid?',
  '/search/:uid?',
  '/view-connection/:uid',
  '/chat/:chat_id?',
  '/group/:chat_id',
  '/saved/:id?',
  '/moderation',
  '/notifications',
  '/week/:from?',
  '/plays/:range?',
  '/settings',
  '/unsubscribe',
  '/shortcuts',
  '/privacy-policy',
  '/terms-of-service',
] as const

const id = '/[\\da-f]{8}-[\\da-f]{4}-[\\da-f]{4}-[\\da-f]{4}-[\\da-f]{12}'
const date = '(?:/\\d{4}-\\d{2}-\\d{2})?'
const range = '(?:/\\d{4}-\\d{2}-\\d{2}--\\d{4}-\\d{2}-\\d{2})?'
const patterns = pagePaths.map((path) =>
  path
    .replace('/:from?', date)
    .replace('/:range?', range)
    .replaceAll(/\/:\w+\?/g, `(?:${id})?`)
    .replaceAll(/\/:\w+/g, id)
    .replace(/^\/$/, ''),
)
const anyPage = new RegExp(`^(?:${patterns.join('|')})/?$`, 'i')

/** Whether a path without query belongs to a page. Like the router, it ignores case and a trailing slash. */
export function isPagePath(pathname: string): boolean {
  return anyPage.test(pathname)
}
