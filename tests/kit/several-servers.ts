/** How many servers, behind one address, each end-to-end test runs on; `npm run test:engines` asks for two. */
export const SERVERS = 'WAVELENGTH_SERVERS'

type Area = { area: string; reason: string; tests: { file: string; titles: readonly string[] | 'all' }[] }

/**
 * What can differ when two servers share the work, and the end-to-end tests of it that run on both one server and two. Every other
 * page only reads and writes the database, which `tests/engines` proves on PostgreSQL. Rate limits are no page: servers share them
 * through the database, and `server/platform/rate-limit/daily-rate-limit.store.test.ts` counts them on PostgreSQL, too.
 */
export const severalServers: readonly Area[] = [
  {
    area: 'chat',
    reason: 'the two people, or two tabs of one, are connected to different servers, and a sequence must have no holes',
    tests: [
      { file: 'chat.e2e.ts', titles: 'all' },
      { file: 'chat-history.e2e.ts', titles: ['a hundred messages typed offline arrive once, in order'] },
    ],
  },
  {
    area: 'restart',
    reason: 'one server is killed while the other takes over its sockets',
    tests: [{ file: 'two-strangers.e2e.ts', titles: 'all' }],
  },
  {
    area: 'presence and notifications',
    reason: 'a server sees only its own sockets; who is online and what is new comes over the bus',
    tests: [
      {
        file: 'notifications.e2e.ts',
        titles: [
          'news comes live, is read on all devices, and ends where it is not wanted',
          'buddies see each other come and go, unless they switch it off',
        ],
      },
    ],
  },
  {
    area: 'matches',
    reason: 'each server has an index in memory, and taste is imported on only one of them',
    tests: [
      {
        file: 'find-and-discover.e2e.ts',
        titles: ['suggested people can be filtered, read bar by bar and dismissed, and are updated after an import'],
      },
      { file: 'demo-world.e2e.ts', titles: ['a match changes when taste does'] },
    ],
  },
  {
    area: 'privacy and blocks',
    reason: 'each server caches who may see whom',
    tests: [
      { file: 'profiles.e2e.ts', titles: ['a stranger does not see what Mira shows to buddies only, and “view as” shows her the same'] },
      { file: 'moments.e2e.ts', titles: ['A46: after a block, a moment gets the same 404 as an unknown one'] },
    ],
  },
  {
    area: 'pictures',
    reason: 'one server stores a picture in the bucket, another one serves it',
    tests: [
      {
        file: 'moments.e2e.ts',
        titles: [
          'a moment with a picture and a link is posted, arrives without moving the feed, gets likes and comments, and is answered in the chat',
        ],
      },
    ],
  },
  {
    area: 'moderation',
    reason: 'a suspension applies at once, also on the other server',
    tests: [{ file: 'moderation.e2e.ts', titles: 'all' }],
  },
  {
    area: 'revocation and codes',
    reason: 'each server caches tokens; a code may be created on one server and used on another',
    tests: [
      {
        file: 'identity.e2e.ts',
        titles: [
          'an emailed link signs in by a click, once, and on another device only after a confirmation',
          'signing out everywhere ends the other browser, and a deleted account is gone',
          'a sign-in is passed on to the requesting device, and to no other',
        ],
      },
    ],
  },
]

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Matches "<file> <title>" of each test that the list names. */
export function severalServersPattern(): RegExp {
  const chosen = severalServers
    .flatMap(({ tests }) => tests)
    .flatMap(({ file, titles }) => (titles === 'all' ? [escaped(file)] : titles.map((title) => `${escaped(file)}.* ${escaped(title)}`)))
  return new RegExp(chosen.join('|'))
}
