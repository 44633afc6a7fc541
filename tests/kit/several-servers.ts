/** The number of servers behind one address for each end-to-end test; `npm run test:engines` uses two. */
export const SERVERS = 'WAVELENGTH_SERVERS'

type Area = { area: string; reason: string; tests: { file: string; titles: readonly string[] | 'all' }[] }

const TWO_SERVERS = 'tests/engines/two-servers.engine.test.ts'
const CHAT = 'tests/faults/chat-engines.engine.test.ts'

/**
 * Behavior that can differ with two servers, and the tests that run on two. They call the servers directly, one to change
 * something and the other to read it: behind a balancer, a browser reaches either by chance. End-to-end tests run on two servers only if
 * the browser matters. Everything else only uses the database, which `tests/engines` proves on PostgreSQL.
 */
export const severalServers: readonly Area[] = [
  {
    area: 'chat',
    reason: 'the two people, or two tabs of one, are connected to different servers, and a sequence must have no holes',
    tests: [
      { file: TWO_SERVERS, titles: ['chat: a message, its reactions, changes, and receipts reach the other server'] },
      {
        file: CHAT,
        titles: [
          'F6: one message sent 50 times at once over five sockets of two servers is stored once, with 50 same answers',
          'A20: a user may have twenty sockets on all servers together',
        ],
      },
      { file: 'tests/faults/together-engines.engine.test.ts', titles: 'all' },
      { file: 'tests/e2e/chat.e2e.ts', titles: ['two tabs of one person agree, offline and back'] },
    ],
  },
  {
    area: 'restart',
    reason: 'one server is killed while the other takes over its sockets',
    tests: [
      {
        file: CHAT,
        titles: [
          'F12: both servers restart one after the other under load, and no message is lost or duplicated',
          'clients of a killed server continue on the other one, without lost or duplicate messages',
        ],
      },
    ],
  },
  {
    area: 'presence and notifications',
    reason: 'a server sees only its own sockets; who is online and what is new comes over the bus',
    tests: [
      {
        file: TWO_SERVERS,
        titles: [
          'notifications: new ones reach the devices on both servers, and are marked as read on both',
          'presence: a buddy who hides on one server is hidden on the other',
        ],
      },
      { file: CHAT, titles: ['presence and typing reach users on the other server'] },
    ],
  },
  {
    area: 'open pages',
    reason: 'a page and the command that changes what it shows are on different servers',
    tests: [
      {
        file: TWO_SERVERS,
        titles: ['open pages: a new name, a setting, and a deleted account on one server reach the pages on the other'],
      },
    ],
  },
  {
    area: 'matches',
    reason: 'each server has an index in memory, and taste is imported on only one of them',
    tests: [{ file: 'tests/engines/match-freshness.engine.test.ts', titles: 'all' }],
  },
  {
    area: 'privacy and blocks',
    reason: 'each server caches who may see whom',
    tests: [
      { file: TWO_SERVERS, titles: ['privacy: settings for buddies only, and a block, apply on both servers'] },
      { file: CHAT, titles: ['A46: a block made on one server ends writing on the other'] },
    ],
  },
  {
    area: 'pictures',
    reason: 'one server stores a picture in the bucket, another one serves it',
    tests: [{ file: TWO_SERVERS, titles: ['pictures: one server stores a picture, the other serves it to a file session of the first'] }],
  },
  {
    area: 'moderation',
    reason: 'a suspension applies at once, even on the other server',
    tests: [
      {
        file: TWO_SERVERS,
        titles: ['moderation: a suspension ends calls and sockets on the other server, and a lifted one ends there, too'],
      },
    ],
  },
  {
    area: 'revocation and codes',
    reason: 'each server caches tokens; a code may be created on one server and used on another',
    tests: [
      {
        file: TWO_SERVERS,
        titles: [
          'revocation: a user who signs out everywhere is signed out on the other server, and a deleted account is unknown there',
          'codes: a link and a custom token of one server can be used once on the other, only by their user',
        ],
      },
      { file: CHAT, titles: ['an operator signs a user out, and the user’s sockets on both servers are closed'] },
    ],
  },
  {
    area: 'limits',
    reason: 'each server remembers what it has rejected, and the count is one for all',
    tests: [
      { file: TWO_SERVERS, titles: ['limits: wrong passwords on both servers count together'] },
      { file: 'server/platform/rate-limit/daily-rate-limit.store.test.ts', titles: 'all' },
    ],
  },
]

const IN_BROWSERS = 'tests/e2e/'

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Matches "<file> <title>" of each end-to-end test in the list. */
export function severalServersPattern(): RegExp {
  const chosen = severalServers
    .flatMap(({ tests }) => tests)
    .filter(({ file }) => file.startsWith(IN_BROWSERS))
    .map(({ file, titles }) => ({ file: file.slice(IN_BROWSERS.length), titles }))
    .flatMap(({ file, titles }) => (titles === 'all' ? [escaped(file)] : titles.map((title) => `${escaped(file)}.* ${escaped(title)}`)))
  return new RegExp(chosen.join('|'))
}
