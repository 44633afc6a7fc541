import { limits } from './limits.ts'

/**
 * The path of every page. Parameters are ids; the user of a profile may also be a user name. `code` is a user's id, or the code of
 * an invitation link to a group. `period` is the period of a recap, and `range` is two days.
 * Any other text matches no page.
 */
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
  '/invite/:code',
  '/find_buddies',
  '/artist/:id',
  '/channel/:id',
  '/track/:id',
  '/profile/:uid',
  '/profile/:user_id/spotify',
  '/profile/:user_id/youtube',
  '/profile/:user_id/buddies',
  '/profile/:user_id/time',
  '/find-people/:uid?',
  '/search/:uid?',
  '/view-connection/:uid',
  '/chat/:chat_id?',
  '/group/:chat_id',
  '/saved/:id?',
  '/moderation',
  '/notifications',
  '/week/:period?',
  '/plays/:range?',
  '/settings',
  '/unsubscribe',
  '/shortcuts',
  '/privacy-policy',
  '/terms-of-service',
] as const

const id = '/[\\da-f]{8}-[\\da-f]{4}-[\\da-f]{4}-[\\da-f]{4}-[\\da-f]{12}'
const month = String.raw`-(?:0[1-9]|1[0-2])`
const day = String.raw`-(?:0[1-9]|[12]\d|3[01])`
const date = String.raw`\d{4}${month}${day}`
/** A year, a month, a day, or two days. `parsePeriod` rejects days that the calendar lacks. */
export const PERIOD_PATTERN = String.raw`\d{4}(?:${month})?|${date}(?:--${date})?`
const period = `(?:/(?:${PERIOD_PATTERN}))?`
const USER_NAME = `[a-z0-9_.]{${limits.userName.min},${limits.userName.max}}`
/** Lowercase, as all paths. */
const GROUP_CODE = String.raw`[\da-f]{32}`
const range = '(?:/\\d{4}-\\d{2}-\\d{2}--\\d{4}-\\d{2}-\\d{2})?'
const patterns = pagePaths.map((path) =>
  path
    .replace('/:period?', period)
    .replace('/:range?', range)
    .replace('/:code', `(?:${id}|/${GROUP_CODE})`)
    .replace(/(?<=^\/profile)\/:\w+/, `(?:${id}|/${USER_NAME})`)
    .replaceAll(/\/:\w+\?/g, `(?:${id})?`)
    .replaceAll(/\/:\w+/g, id)
    .replace(/^\/$/, ''),
)
const anyPage = new RegExp(`^(?:${patterns.join('|')})/?$`, 'i')

/** Whether a path without query belongs to a page. Like the router, it ignores case and a trailing slash. */
export function isPagePath(pathname: string): boolean {
  return anyPage.test(pathname)
}
