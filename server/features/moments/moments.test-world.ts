import { randomUUID } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { Moment } from '#contract/moments.ts'
import type { Audience } from '#contract/people.ts'
import type { UploadedPicture } from '#contract/uploads.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { peopleWorld } from '#tests/kit/people.ts'
import type { AttachmentRules } from '#server/features/uploads/uploads.types.ts'
import { createComments } from './comments.service.ts'
import type { MomentDeps } from './moments.deps.ts'
import { createMomentModeration } from './moments.moderation.ts'
import { createMoments, type NewMoment } from './moments.service.ts'

/** Moments on real people and connections over one database; who is close in taste, the test says. */
export async function momentsWorld() {
  const database = await testDatabase()
  const people = peopleWorld(database.db)
  const expected: string[] = []
  const close = new Map<Uid, Map<Uid, number>>()
  const suspended = new Set<Uid>()
  const uploads = heldUploads()
  const deps: MomentDeps = {
    ...people,
    newId: randomUUID,
    facts: { tell: (fact) => void people.facts.push(fact) },
    pictures: uploads.pictures,
    wavelength: {
      closest: async (viewer) => [...(close.get(viewer)?.keys() ?? [])],
      percents: async (viewer, uids) => new Map([...(close.get(viewer) ?? [])].filter(([uid]) => uids.includes(uid))),
    },
    isSuspended: (uid) => suspended.has(uid),
    expectCard: async ({ link }) => void expected.push(link),
  }
  const moments = createMoments(deps)
  let trios = 0

  return {
    ...people,
    database,
    close,
    suspended,
    uploads,
    moments,
    comments: createComments(deps),
    moderation: createMomentModeration(deps),
    /** Three new people, of whom the first two are buddies. What that told is taken. */
    async trio(): Promise<[anna: Uid, ben: Uid, cleo: Uid]> {
      trios++
      const [anna, ben, cleo] = [
        await people.person(`anna${trios}`),
        await people.person(`ben${trios}`),
        await people.person(`cleo${trios}`),
      ]
      await people.befriend(anna, ben)
      people.facts.splice(0)
      return [anna, ben, cleo]
    },
    /** Links whose cards were asked for ahead since the last time. */
    takeExpected: () => expected.splice(0),
    /** What was told to other features since the last time. */
    takeFacts: () => people.facts.splice(0),
    /** Posts a second after whatever was before. */
    async post(author: Uid, text: string, audience: Audience = 'everyone', more: Partial<NewMoment> = {}): Promise<Moment> {
      people.clock.pass(1_000)
      return moments.post(author, { text, audience, ...more })
    },
  }
}

/** Pictures as uploads hang them, held in memory. */
function heldUploads() {
  const owners = new Map<string, Uid>()
  const hung = new Map<string, UploadedPicture[]>()
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
      hung.set(holder.id, found)
    },
    ofMany: async (_of, ids) => new Map([...hung].filter(([id]) => ids.includes(id))),
    release: async (_of, ids) => ids.forEach((id) => hung.delete(id)),
    registerAttachmentRules: (_of, given) => void (rules = given),
  }
  return {
    pictures,
    hung,
    /** A picture that this person has uploaded. */
    add(owner: Uid): string {
      const id = randomUUID()
      owners.set(id, owner)
      return id
    },
    get rules(): AttachmentRules {
      if (!rules) throw new Error('moments said nothing about their pictures')
      return rules
    },
  }
}

/** The code an act is refused with. */
export const refusal = (act: Promise<unknown>): Promise<unknown> =>
  act.then(
    () => 'went through',
    (error: unknown) => (error instanceof AppError ? error.code : error),
  )
