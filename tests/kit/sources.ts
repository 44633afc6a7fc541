import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Uid } from '#contract/ids.ts'
import type { ConnectableSource, Source } from '#contract/taste.ts'
import { testCatalogue } from '#sandbox/kit/test-catalogue.ts'
import { logInAt } from '#sandbox/kit/log-in.ts'
import { startSpotifyStandIn } from '#sandbox/spotify/spotify.stand-in.ts'
import { startYouTubeStandIn } from '#sandbox/youtube/youtube.stand-in.ts'
import { createMedia } from '#server/features/media/media.service.ts'
import { createSecrets } from '#server/features/taste/secrets.ts'
import { createSources } from '#server/features/taste/sources.service.ts'
import type { Db } from '#server/platform/db/database.ts'
import { createLogs } from '#server/platform/log.ts'
import { createSpotifyClient } from '#server/providers/spotify/spotify.client.ts'
import { createYouTubeClient } from '#server/providers/youtube/youtube.client.ts'
import { heldJobs } from './jobs.ts'
import { heldClock, recordingHub } from './people.ts'

const APP = 'http://127.0.0.1:5999'
const clientId = 'wavelength-test'

/** Sources on a real database, real clients and stand-ins over HTTP; only time, jobs and sockets are held. */
export async function sourcesWorld(db: Db, { mayShare = true }: { mayShare?: boolean } = {}) {
  const clock = heldClock()
  const hub = recordingHub()
  const jobs = heldJobs()
  const now = () => clock.now().getTime()
  const standInOptions = { port: 0, host: '127.0.0.1', clientId, redirectOrigins: [APP], data: testCatalogue(), now }
  const spotify = await startSpotifyStandIn({ ...standInOptions, clientSecret: null })
  const youtube = await startYouTubeStandIn({ ...standInOptions, clientSecret: 'secret' })
  const client = { clientId, now: clock.now, pageSize: 10 }
  const providers = {
    spotify: {
      provider: createSpotifyClient({ ...client, clientSecret: null, origins: { accounts: spotify.origin, api: spotify.origin } }),
      mayShare,
      isSharedFromStart: mayShare,
      isStandIn: true,
    },
    youtube: {
      provider: createYouTubeClient({
        ...client,
        clientSecret: 'secret',
        origins: { accounts: youtube.origin, tokens: youtube.origin, api: youtube.origin },
      }),
      mayShare,
      isSharedFromStart: mayShare,
      isStandIn: true,
    },
  }
  const changed: Uid[] = []
  const sources = createSources({
    db,
    clock,
    newId: randomUUID,
    secrets: createSecrets({ secret: 'a secret of at least thirty-two characters' }),
    providers,
    origin: () => APP,
    jobs,
    hub,
    media: createMedia({ db, clock, newId: randomUUID }),
    onTasteChanged: (uid) => void changed.push(uid),
    log: createLogs({ filter: 'off', pretty: false })('taste.sync'),
  })

  /** Somebody who has signed up. */
  async function person(): Promise<Uid> {
    const uid = randomUUID()
    await sql`insert into people (uid, issuer, subject, created_at) values (${uid}, 'test', ${uid}, ${clock.now()})`.execute(db)
    return uid
  }

  /** Begins and agrees as `login` at the provider; gives what came back, not yet handed in. */
  async function agree(uid: Uid, source: ConnectableSource, login: string) {
    const { authorize_url } = await sources.begin(uid, source, '/social_connect')
    const back = await logInAt(authorize_url, login)
    return { code: back.searchParams.get('code') ?? '', state: back.searchParams.get('state') ?? '' }
  }

  async function connect(uid: Uid, source: ConnectableSource, login: string): Promise<Source> {
    return (await sources.finish(uid, source, await agree(uid, source, login))).source
  }

  /** Runs jobs, and the ones they add, until none waits. Gives the waits that were asked for. */
  async function settle(): Promise<number[]> {
    const waits: number[] = []
    for (let round = 0; jobs.count() > 0 && round < 50; round++) waits.push(...(await jobs.runWaiting()))
    return waits
  }

  const statusOf = async (uid: Uid, source: ConnectableSource) => (await sources.list(uid)).find((it) => it.source === source)

  /** What the person holds from a source: kind and name, best first. */
  async function rowsOf(uid: Uid, source: ConnectableSource) {
    const { rows } = await sql<{ kind: string; name: string; rank: number; weight: number; ranges: object }>`
      select items.kind, items.name, taste_rows.rank, taste_rows.weight, taste_rows.ranges
      from taste_rows join items on items.id = taste_rows.item_id
      where uid = ${uid} and source = ${source} order by items.kind, taste_rows.rank
    `.execute(db)
    return rows
  }

  return {
    db,
    clock,
    hub,
    jobs,
    spotify,
    youtube,
    providers,
    sources,
    changed,
    person,
    agree,
    connect,
    settle,
    statusOf,
    rowsOf,
    close: () => Promise.all([spotify.close(), youtube.close()]),
  }
}
