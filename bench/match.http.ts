import { performance } from 'node:perf_hooks'
import type { PersonCard } from '#contract/people.ts'
import { createMatches } from '#server/features/matching/match.service.ts'
import { createMatchThread } from '#server/features/matching/index/index-engine.ts'
import { tasteCalls } from '#contract/taste/taste.ts'
import { createHttpServer } from '#server/platform/http/http-server.ts'
import { route } from '#server/platform/http/route.ts'
import { createLogs } from '#server/platform/observability/log.ts'
import type { Crowd } from './match.crowd.ts'

const FILLED_AT_ONCE = 2_000
const ASKED = 200

/**
 * The first page of people as the browser gets it: the product's route, service and thread behind real HTTP, one question
 * after the other. The database's part for the twenty people on the page (names, relations) is prepared here.
 * @returns milliseconds of each answer
 */
export async function overHttp(made: Crowd): Promise<number[]> {
  const log = createLogs({ filter: 'off', pretty: false })('http')
  const thread = createMatchThread({ log })
  const matches = createMatches({
    index: thread.engine,
    ensureCurrent: async () => {},
    store: { dismiss: async () => {}, undismiss: async () => {}, listDismissed: async () => [] },
    media: { items: async (ids) => new Map(ids.map((id) => [id, { ...item, id }])), sizes: async () => new Map() },
    people: strangers,
    mutedAmong: async () => new Set(),
    clock: { now: () => new Date() },
    example: async () => null,
  })
  const app = await createHttpServer({
    routes: [route(tasteCalls.getMatches, ({ query, viewer }) => matches.ranked(viewer.uid, query))],
    // The caller is trusted: the cost of tokens is measured separately.
    authenticate: async (token) => ({
      uid: token.slice(2, -2),
      hasProfile: true,
      token: { issuedAtMs: 0, expiresAtMs: Number.MAX_SAFE_INTEGER, authTimeMs: 0, sessionId: null },
    }),
    log,
    isOwnHost: () => true,
    trustedProxies: [],
    secure: false,
    extraFrameOrigins: [],
    development: false,
  })
  try {
    await thread.engine.register(made.attributes())
    for (let from = 0; from < made.people; from += FILLED_AT_ONCE) {
      const some = Array.from({ length: Math.min(FILLED_AT_ONCE, made.people - from) }, (_, index) => from + index)
      await Promise.all(some.map((person) => thread.engine.put(made.uidOf(person), made.rowsOf(person))))
    }
    while (await thread.engine.train());
    const origin = await app.listen({ port: 0, host: '127.0.0.1' })
    const request = async (person: number): Promise<number> => {
      const from = performance.now()
      const response = await fetch(`${origin}/app/auth/matches`, {
        headers: { authorization: `Bearer a.${made.uidOf(person % made.people)}.b` },
      })
      const { people } = (await response.json()) as { people?: unknown[] }
      if (people?.length !== 20) throw new Error(`expected 20 people, got ${people?.length} with status ${response.status}`)
      return performance.now() - from
    }
    for (let index = 0; index < 20; index++) await request(index * 31)
    const times: number[] = []
    for (let index = 0; index < ASKED; index++) times.push(await request(index * 7_919))
    return times
  } finally {
    await app.close()
    await thread.close()
  }
}

const item = { kind: 'artist' as const, name: 'Something', by: null, spotify_id: null, youtube_id: null }
const card = (uid: string): PersonCard => ({ uid, user_name: 'listener', name: 'Listener', avatar_url: null })
const strangers: Parameters<typeof createMatches>[0]['people'] = {
  cards: async (uids) => new Map(uids.map((uid) => [uid, card(uid)])),
  relations: async (_viewer, uids) => new Map(uids.map((uid) => [uid, 'none'])),
  mutualCounts: async () => new Map(),
  mutualStrengths: async () => new Map(),
  closestByMutual: async () => [],
  hiddenFrom: async () => new Set(),
  buddiesOf: async () => [],
  mustSee: async () => 'none',
  filterUsers: async (uids) => new Set(uids),
  showsMatch: async () => true,
}
