import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import { IMPORT_PART_BYTES, type FileImport } from '#contract/imports.ts'
import type { AuthorizedSource, Source, SourceName } from '#contract/taste/taste.ts'
import { testCatalog } from '#sandbox/kit/test-catalog.ts'
import { logInAt } from '#sandbox/kit/log-in.ts'
import { startFakeLastfm } from '#sandbox/lastfm/lastfm.fake.ts'
import { startFakeListenBrainz } from '#sandbox/listenbrainz/listenbrainz.fake.ts'
import { startFakeSpotify } from '#sandbox/spotify/spotify.fake.ts'
import { startFakeYouTube } from '#sandbox/youtube/youtube.fake.ts'
import { createMedia } from '#server/features/media/media.service.ts'
import { createImports } from '#server/features/imports/imports.service.ts'
import { createImportsStore } from '#server/features/imports/imports.store.ts'
import { readExport } from '#server/features/imports/file.ts'
import type { ReadInThread } from '#server/features/imports/reader.ts'
import type { ImportFiles } from '#server/features/imports/imports.types.ts'
import { createRetention } from '#server/features/sources/retention.service.ts'
import { createSecrets } from '#server/platform/crypto/sealed-secrets.ts'
import { createSources } from '#server/features/sources/sources.service.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { DomainEvent } from '#server/platform/domain-events.ts'
import { createLogs } from '#server/platform/observability/log.ts'
import { createLastfmClient } from '#server/providers/lastfm/lastfm.client.ts'
import { createListenBrainzClient } from '#server/providers/listenbrainz/listenbrainz.client.ts'
import { createSpotifyClient } from '#server/providers/spotify/spotify.client.ts'
import { createYouTubeClient } from '#server/providers/youtube/youtube.client.ts'
import { providerHttp } from '#server/providers/provider-http.ts'
import { manualJobs } from './jobs.ts'
import { manualClock, recordingHub } from './people.ts'

type SourcesWorldOptions = {
  mayShare?: boolean
  maxBytes?: number
  secret?: string
  previous?: readonly string[]
  read?: ReadInThread
}

/** The data of the fake services. The lists are short, but of several pages. */
export const catalog = testCatalog({ artists: 20, channels: 12 })
const PAGE_SIZE = 4

/** The product reads in a worker thread (reader.test.ts). Starting one takes most of the time of a short import. */
const readHere: ReadInThread = ({ signal, ...task }) =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted()
    signal.addEventListener('abort', () => reject(signal.reason))
    readExport(task).then(resolve, reject)
  })

const APP = 'http://127.0.0.1:5999'
const clientId = 'wavelength-test'

/** Sources on a real database, real clients and fake services over HTTP; only time, jobs and sockets are fakes. */
export async function sourcesWorld(
  db: Db,
  {
    mayShare = true,
    maxBytes = 64 * 1024 * 1024,
    secret = 'a secret of at least thirty-two characters',
    previous = [],
    read = readHere,
  }: SourcesWorldOptions = {},
) {
  const clock = manualClock()
  const hub = recordingHub()
  const jobs = manualJobs()
  const now = () => clock.now().getTime()
  const fakeServiceOptions = { port: 0, host: '127.0.0.1', clientId, redirectOrigins: [APP], data: catalog, now }
  const spotify = await startFakeSpotify({ ...fakeServiceOptions, clientSecret: null })
  const youtube = await startFakeYouTube({ ...fakeServiceOptions, clientSecret: 'secret' })
  const listenbrainz = await startFakeListenBrainz(fakeServiceOptions)
  const lastfm = await startFakeLastfm({ ...fakeServiceOptions, apiKey: 'key', sharedSecret: 'a shared secret' })
  const userAgent = 'Wavelength tests'
  const client = { clientId, now: clock.now, pageSize: PAGE_SIZE, http: { ...providerHttp, timeoutMs: 2_000 } }
  const shareable = { mayShare: true, isSharedFromStart: true, isFake: true }
  const providers = {
    spotify: {
      provider: createSpotifyClient({ ...client, clientSecret: null, origins: { accounts: spotify.origin, api: spotify.origin } }),
      mayShare,
      isSharedFromStart: mayShare,
      isFake: true,
    },
    youtube: {
      provider: createYouTubeClient({
        ...client,
        clientSecret: 'secret',
        origins: { accounts: youtube.origin, tokens: youtube.origin, api: youtube.origin },
      }),
      mayShare,
      isSharedFromStart: mayShare,
      isFake: true,
    },
    listenbrainz: {
      ...shareable,
      provider: createListenBrainzClient({ origin: listenbrainz.origin, now: clock.now, userAgent, pageSize: PAGE_SIZE }),
    },
    lastfm: {
      ...shareable,
      provider: createLastfmClient({
        origin: lastfm.origin,
        pages: lastfm.origin,
        apiKey: 'key',
        sharedSecret: 'a shared secret',
        userAgent,
        pageSize: PAGE_SIZE,
      }),
    },
  }
  const changed: Uid[] = []
  const published: DomainEvent[] = []
  const common = {
    db,
    clock,
    newId: randomUUID,
    jobs,
    hub,
    media: createMedia({ db, clock, newId: randomUUID }),
    onTasteChanged: (uid: Uid) => void changed.push(uid),
    events: { publish: (event: DomainEvent) => void published.push(event) },
    log: createLogs({ filter: 'off', pretty: false })('taste.sync'),
  }
  const secrets = createSecrets({ secret, previous })
  const sources = createSources({
    ...common,
    secrets,
    providers,
    origin: () => APP,
    deleteImportRecords: createImportsStore(db).deleteBySource,
  })
  const retention = createRetention({
    ...common,
    providers,
    start: sources.start,
    announce: sources.announce,
    otherTasks: [],
  })
  const stored = new Map<string, Buffer>()
  const files = filesIn(stored)
  const timeZones = new Map<Uid, string>()
  const tempDir = await mkdtemp(join(tmpdir(), 'wavelength-imports-'))
  /** The local disk: tests make it full. */
  const disk = { freeBytes: Number.MAX_SAFE_INTEGER }
  const importing = {
    ...common,
    files,
    maxBytes,
    assertRoom: async (bytes: number) => {
      if (bytes > disk.freeBytes) throw new AppError('storage_full')
    },
    localCopies: 2 as const,
    announceSource: sources.announce,
    timeZoneOf: async (uid: Uid) => timeZones.get(uid) ?? 'UTC',
    read,
  }
  const imports = createImports({ ...importing, tempDir, isOnlyServer: true })
  /** The imports of another server on the same store; the first one runs the jobs that it adds. */
  const importsElsewhere = (isAlone = false) =>
    createImports({
      ...importing,
      jobs: { add: jobs.add, register: () => undefined },
      tempDir: `${tempDir}-elsewhere`,
      isOnlyServer: isAlone,
    })

  /** A user who has signed up. */
  async function person(): Promise<Uid> {
    const uid = randomUUID()
    await sql`insert into people (uid, issuer, subject, created_at) values (${uid}, 'test', ${uid}, ${clock.now()})`.execute(db)
    return uid
  }

  /** Starts the authorization and agrees as `login` at the provider. Returns the callback, not yet submitted. */
  async function agree(uid: Uid, source: AuthorizedSource, login: string) {
    const { authorize_url } = await sources.begin(uid, source, '/social_connect')
    const back = await logInAt(authorize_url, login)
    return { code: back.searchParams.get('code') ?? back.searchParams.get('token') ?? '', state: back.searchParams.get('state') ?? '' }
  }

  async function connect(uid: Uid, source: AuthorizedSource, login: string): Promise<Source> {
    return (await sources.finish(uid, source, await agree(uid, source, login))).source
  }

  /** Runs jobs, and the ones they add, until none is waiting. Returns the requested delays. */
  async function settle(): Promise<number[]> {
    const waits: number[] = []
    for (let round = 0; jobs.count() > 0 && round < 50; round++) waits.push(...(await jobs.runWaiting()))
    return waits
  }

  /** Uploads a file like a page: announced, then part by part. It is read when the jobs run. */
  async function bring(
    uid: Uid,
    content: Buffer | string,
    {
      name = 'my_data.zip',
      timeZone,
      ...consent
    }: { name?: string; timeZone?: string; shownTo?: Source['shown_to']; countsForMatching?: boolean } = {},
  ): Promise<FileImport> {
    const bytes = Buffer.from(content)
    let state = await imports.begin(uid, { name, bytes: bytes.length, timeZone }, consent)
    for (let part = 0; part * IMPORT_PART_BYTES < bytes.length; part++) {
      state = await imports.addPart(uid, state.id, part, bytes.subarray(part * IMPORT_PART_BYTES, (part + 1) * IMPORT_PART_BYTES))
    }
    return state
  }

  /** An import as its owner sees it. */
  const importOf = async (uid: Uid, id: string) => (await imports.list(uid)).imports.find((entry) => entry.id === id)

  /** The names of all import files: in the file store, and in the temporary folder of running imports. */
  const bytesLeft = async () => [...stored.keys(), ...(await readdir(tempDir).catch(() => []))]

  const statusOf = async (uid: Uid, source: SourceName) => (await sources.list(uid)).find((state) => state.source === source)

  /** A user's items of a source: kind and name, best first. */
  async function rowsOf(uid: Uid, source: SourceName) {
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
    listenbrainz,
    lastfm,
    providers,
    sources,
    imports,
    importsElsewhere,
    retention,
    secrets,
    bring,
    importOf,
    bytesLeft,
    disk,
    files,
    timeZones,
    changed,
    published,
    person,
    agree,
    connect,
    settle,
    statusOf,
    rowsOf,
    close: () =>
      Promise.all([
        ...[spotify, youtube, listenbrainz, lastfm].map((service) => service.close()),
        rm(tempDir, { recursive: true, force: true }),
      ]),
  }
}

/** A file store in memory. */
function filesIn(stored: Map<string, Buffer>): ImportFiles {
  return {
    async put(path, bytes) {
      stored.set(path, Buffer.from(bytes))
    },
    async getStream(path) {
      const bytes = stored.get(path)
      if (!bytes) throw new Error(`${path} is not there`)
      return Readable.from([bytes])
    },
    async listFolders(folder) {
      const names = [...stored.keys()].filter((path) => path.startsWith(`${folder}/`)).map((path) => path.split('/')[1] ?? '')
      return [...new Set(names)]
    },
    async deleteFolder(prefix) {
      for (const path of stored.keys()) if (path.startsWith(`${prefix}/`)) stored.delete(path)
    },
    async queueFolder(_tx, { path }) {
      await this.deleteFolder(path)
    },
  }
}
