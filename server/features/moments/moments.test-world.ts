import { randomUUID } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { Moment } from '#contract/moments.ts'
import type { Audience } from '#contract/people.ts'
import type { UploadedPicture } from '#contract/uploads.ts'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { testDatabase } from '#tests/kit/database.ts'
import { peopleWorld } from '#tests/kit/people.ts'
import type { AttachmentRules } from '#server/features/uploads/uploads.types.ts'
import { createContentMutes } from '#server/features/media/mutes/content-mutes.ts'
import { createMedia } from '#server/features/media/media.service.ts'
import { createComments } from './comments.service.ts'
import type { MomentDeps } from './moments.deps.ts'
import { createMomentModeration, type Moderated } from './moments.moderation.ts'
import { createMoments, type NewMoment } from './moments.service.ts'

type MomentsWorld = Awaited<ReturnType<typeof momentsWorld>>
export let world: MomentsWorld
export let moments: MomentsWorld['moments']
export let comments: MomentsWorld['comments']
export let post: MomentsWorld['post']
export let anna: Uid
export let ben: Uid
export let cleo: Uid
/** Moments on a new database, for all tests of a file, and new users before each test: Anna and Ben are buddies, Cleo knows neither. */
export function setUpMoments(): void {
  beforeAll(async () => {
    world = await momentsWorld()
    ;({ moments, comments, post } = world)
  })
  beforeEach(async () => void ([anna, ben, cleo] = await world.trio()))
  afterAll(() => world.database.close())
}

/** The moments service with real people and connections on one database. Tests set who is similar in `close`. */
async function momentsWorld() {
  const database = await testDatabase()
  /** The kinds of the queries so far. */
  const queries: string[] = []
  const people = peopleWorld(
    database.db.withPlugin({
      transformQuery({ node }) {
        queries.push(node.kind)
        return node
      },
      transformResult: async ({ result }) => result,
    }),
  )
  const prefetched: string[] = []
  const close = new Map<Uid, Map<Uid, number>>()
  const suspended = new Set<Uid>()
  const uploads = fakeUploads()
  /** The ids of items at the platforms. */
  const platformIds = new Map<string, { source: string; externalId: string }[]>()
  const media = createMedia({ db: database.db, clock: people.clock, newId: randomUUID })
  const mutes = createContentMutes({
    db: database.db,
    clock: people.clock,
    newId: randomUUID,
    media,
    hub: people.hub,
    events: { publish: () => undefined },
  })
  const deps: MomentDeps = {
    ...people,
    newId: randomUUID,
    events: { publish: (event) => void people.events.push(event) },
    pictures: uploads.pictures,
    wavelength: {
      closest: async (viewer) => [...(close.get(viewer)?.keys() ?? [])],
      percents: async (viewer, uids) => new Map([...(close.get(viewer) ?? [])].filter(([uid]) => uids.includes(uid))),
    },
    isSuspended: (uid) => suspended.has(uid),
    platformIds: async (item) => platformIds.get(item) ?? [],
    prefetchCard: async ({ link }) => void prefetched.push(link),
    mutedContent: mutes.mutedContent,
  }
  const service = createMoments(deps)
  const moderationSteps = createMomentModeration(deps)
  /** Hides and restores like a decision that is committed at once. */
  const committed = ({ evidence, hide, restore }: Moderated) => ({
    evidence,
    hide: async (id: string) => (await people.db.transaction().execute((tx) => hide(tx, id)))(),
    restore: async (id: string) => (await people.db.transaction().execute((tx) => restore(tx, id)))(),
  })
  let trios = 0

  return {
    ...people,
    database,
    queries,
    close,
    platformIds,
    suspended,
    uploads,
    media,
    mutes,
    moments: service,
    comments: createComments(deps),
    moderation: { moments: committed(moderationSteps.moments), comments: committed(moderationSteps.comments) },
    moderationSteps,
    /** Creates three people, the first two of them buddies, and drops the events that this causes. */
    async trio(): Promise<[anna: Uid, ben: Uid, cleo: Uid]> {
      trios++
      const first = await people.person(`anna${trios}`)
      const second = await people.person(`ben${trios}`)
      const stranger = await people.person(`cleo${trios}`)
      await people.befriend(first, second)
      people.events.splice(0)
      return [first, second, stranger]
    },
    /** The links prefetched since the last call. */
    takePrefetched: () => prefetched.splice(0),
    /** The domain events since the last call. */
    takeEvents: () => people.events.splice(0),
    /** Posts one second after the previous moment. */
    async post(author: Uid, text: string, audience: Audience = 'everyone', more: Partial<NewMoment> = {}): Promise<Moment> {
      people.clock.pass(1_000)
      return service.post(author, { text, audience, ...more })
    },
  }
}

/** Uploads in memory. */
function fakeUploads() {
  const owners = new Map<string, Uid>()
  const attached = new Map<string, UploadedPicture[]>()
  let rules: AttachmentRules | null = null
  const pictures: MomentDeps['pictures'] = {
    async attach(owner, choices, holder) {
      if (choices.some(({ id }) => owners.get(id) !== owner)) throw new AppError('not_found')
      const found = choices.map(({ id, alt }) => ({
        id,
        alt,
        url: `/files/${id}.webp`,
        small_url: `/files/${id}.webp`,
        width: 4,
        height: 3,
        thumbhash: null,
      }))
      attached.set(holder.id, found)
    },
    getMany: async (_of, ids) => new Map([...attached].filter(([id]) => ids.includes(id))),
    release: async (_of, ids) => ids.forEach((id) => attached.delete(id)),
    registerAttachmentRules: (_of, given) => void (rules = given),
  }
  return {
    pictures,
    attached,
    /** Adds an uploaded picture of this user. */
    add(owner: Uid): string {
      const id = randomUUID()
      owners.set(id, owner)
      return id
    },
    get rules(): AttachmentRules {
      if (!rules) throw new Error('createMoments registered no picture rules')
      return rules
    },
  }
}
