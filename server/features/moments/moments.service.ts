import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import { limits } from '#contract/limits.ts'
import { findLink } from '#contract/links.ts'
import { type FeedTab, type Moment, momentFrames } from '#contract/moments.ts'
import type { Audience, PersonCard } from '#contract/people.ts'
import type { PictureChoice } from '#contract/uploads.ts'
import { visibleText } from '#contract/base/text.ts'
import { createRateLimit } from '#server/platform/rate-limit/rate-limit.ts'
import { storable } from '#server/platform/i18n/text.ts'
import { pageOf, readCursor } from './moments.cursor.ts'
import type { MomentDeps } from './moments.deps.ts'
import { createMomentPresenter } from './moments.presenter.ts'
import { createOpenMoments, type PublicMeta } from './moments.public.ts'
import { createReaders, widerOf, type Posted } from './moments.readers.ts'
import { audiencesFor, createSight } from './moments.sight.ts'
import { createMomentStore } from './moments.store.ts'

type Paged = { cursor?: string | undefined; limit?: number | undefined }
type FeedQuery = Paged & { uid?: Uid | undefined; tab?: FeedTab | undefined }
export type NewMoment = { id?: string | undefined; text: string; audience: Audience; pictures?: readonly PictureChoice[] }

export type Moments = {
  /**
   * Moments newest first: the viewer's own and those of their buddies; public ones of people close in taste; or one
   * person's as far as the viewer may see them. Muted people are left out, except of their own page.
   * @throws AppError 'not_found' for a person who can't be seen, 'invalid_input' for a cursor that is none.
   */
  feed(viewer: Uid, query: FeedQuery): Promise<{ moments: Moment[]; next: string | null }>
  /** One moment. @throws AppError 'not_found' unless there is one and it is for the viewer. */
  get(viewer: Uid, id: string): Promise<Moment>
  /**
   * Posts a moment; its link is the first of the text that belongs to one of the five platforms. Buddies hear of it by a
   * frame. Repeating the same `id` gives the moment that is there.
   * @throws AppError 'blank_content' without text and pictures, 'rate_limited', 'not_found' for others' pictures.
   */
  post(viewer: Uid, moment: NewMoment): Promise<Moment>
  /** Changes one's own moment; another text marks it as edited. @throws AppError 'not_found' for any other, 'blank_content', 'rate_limited'. */
  edit(viewer: Uid, id: string, change: { text?: string | undefined; audience?: Audience | undefined }): Promise<Moment>
  /** Deletes one's own moment with its likes and comments. @throws AppError 'not_found' for any other. */
  remove(viewer: Uid, id: string): Promise<void>
  /** Likes a moment; twice is harmless. @throws AppError 'not_found' for one the viewer may not see. */
  like(viewer: Uid, id: string): Promise<Moment>
  /** Takes a like back; harmless without one. @throws AppError as `like`. */
  unlike(viewer: Uid, id: string): Promise<Moment>
  /** Who likes it, the latest first, without people with a block between them and the viewer. @throws AppError as `like`. */
  likes(viewer: Uid, id: string, page: Paged): Promise<{ people: PersonCard[]; next: string | null }>
  /** Keeps a moment out of the viewer's feeds. @throws AppError as `like`. */
  hide(viewer: Uid, id: string): Promise<void>
  /** Brings it back; harmless for one that was not hidden. */
  unhide(viewer: Uid, id: string): Promise<void>
  /** What previews of its address may tell anybody; null unless there is such a moment and it is for everyone. */
  publicMeta(id: string): Promise<PublicMeta | null>
}

const POSTS = { limit: 30, windowMs: 10 * 60_000 }

export function createMoments(deps: MomentDeps): Moments {
  const { db, bus, clock, hub, facts, newId, profiles, connections, pictures, wavelength, isSuspended, expectCard } = deps
  const store = createMomentStore(db)
  const { seen, ifSeen, lookerOf } = createSight({ store, connections })
  const { present, presentOne } = createMomentPresenter(deps)
  const postLimit = createRateLimit({ clock, ...POSTS, shared: bus && { bus, name: 'moments' } })
  const { tell: tellReaders, readersOf } = createReaders(deps)
  const { publicMeta, isPublic } = createOpenMoments({ store, profiles, pictures, isSuspended })
  pictures.registerAttachmentRules('moment', {
    isPublic,
    maySee: async (viewer, id) => (await ifSeen(viewer, id)) !== null,
    existing: async (ids) => new Set(await store.existing(ids)),
  })

  /** Whose moments a feed is made of. */
  async function authorsOf(viewer: Uid, tab: FeedTab): Promise<Uid[]> {
    const [found, muted] = await Promise.all([
      tab === 'wavelength' ? wavelength.closest(viewer) : connections.buddiesOf(viewer),
      connections.mutedBy(viewer),
    ])
    const authors = found.filter((uid) => !muted.has(uid))
    return tab === 'wavelength' ? authors : [viewer, ...authors]
  }

  async function personsFeed(viewer: Uid, uid: Uid) {
    const relation = await connections.mustSee(viewer, uid)
    return { authors: [uid], audiences: audiencesFor(relation), relation }
  }

  async function tabsFeed(viewer: Uid, tab: FeedTab) {
    const relation = tab === 'wavelength' ? 'none' : 'connected'
    return { authors: await authorsOf(viewer, tab), audiences: audiencesFor(relation), relation } as const
  }

  async function met(viewer: Uid, id: string): Promise<Moment> {
    const { moment, relation } = await seen(viewer, id)
    return presentOne(viewer, moment, relation)
  }

  async function withLikesTold(viewer: Uid, moment: Posted & { id: string }): Promise<Moment> {
    await tellOfLikes(moment)
    return met(viewer, moment.id)
  }

  /** Tells every reader how many of those like it whom they may meet. */
  async function tellOfLikes(moment: Posted & { id: string }): Promise<void> {
    const readers = await readersOf(moment)
    const hiddenFrom = await connections.hiddenFromMany(readers)
    const { count, among } = await store.likesAmong(moment.id, [...new Set([...hiddenFrom.values()].flatMap((them) => [...them]))])
    const byLikes = Map.groupBy(readers, (uid) => count - [...(hiddenFrom.get(uid) ?? [])].filter((them) => among.has(them)).length)
    for (const [likes, uids] of byLikes) hub.send(uids, momentFrames.moment_likes, { id: moment.id, likes })
  }

  return {
    async feed(viewer, { uid, tab = 'buddies', cursor, limit = limits.pageSize.default }) {
      const [looker, from] = await Promise.all([lookerOf(viewer), uid ? personsFeed(viewer, uid) : tabsFeed(viewer, tab)])
      const found = await store.page(looker, from.authors, from.audiences, readCursor(cursor), limit + 1)
      const { shown, next } = pageOf(found, limit, (moment) => moment)
      return { moments: await present(viewer, shown, from.relation), next }
    },

    get: met,

    async post(viewer, { id = newId(), text, audience, pictures: choices = [] }) {
      const written = visibleText(storable(text, 'text'))
      if (!written && choices.length === 0) throw new AppError('blank_content')
      postLimit.assert(viewer)
      const moment = { id, author: viewer, text: written, link: findLink(written), audience, postedAt: clock.now() }
      const isNew = await db.transaction().execute(async (tx) => {
        if (!(await createMomentStore(tx).insert(moment))) return false
        // Refused pictures refuse the moment: nobody meant to post it without them.
        if (choices.length > 0) await pictures.attach(viewer, choices, { of: 'moment', id }, tx)
        return true
      })
      if (!isNew) return repeated(viewer, id)
      if (moment.link) await expectCard(moment.link)
      if (audience !== 'only_me') hub.send(await connections.buddiesOf(viewer), momentFrames.new_moment, { id, author: viewer })
      return met(viewer, id)
    },

    async edit(viewer, id, { text, audience }) {
      const { moment } = await seen(viewer, id)
      if (moment.author !== viewer) throw new AppError('not_found', { moment: id })
      const written = text === undefined ? moment.text : visibleText(storable(text, 'text'))
      if (!written && !(await pictures.ofMany('moment', [id])).has(id)) throw new AppError('blank_content')
      postLimit.assert(viewer)
      const isOther = written !== moment.text
      const link = findLink(written)
      await store.edit(viewer, id, {
        ...(isOther ? { text: written, link, editedAt: clock.now() } : {}),
        audience: audience ?? moment.audience,
      })
      if (isOther && link) await expectCard(link)
      // To everybody who had it and everybody who has it now: whoever lost it finds that out by reading again.
      const readers = { author: viewer, audience: widerOf(moment.audience, audience ?? moment.audience) }
      await tellReaders(readers, momentFrames.moment_changed, { id })
      return met(viewer, id)
    },

    async remove(viewer, id) {
      const removed = await store.remove(viewer, id)
      if (!removed) throw new AppError('not_found', { moment: id })
      await pictures.release('moment', [id])
      facts.tell({ kind: 'content.removed', of: 'moment', id })
      await tellReaders({ author: viewer, audience: removed.audience }, momentFrames.moment_gone, { id })
    },

    async like(viewer, id) {
      const { moment } = await seen(viewer, id)
      const isNew = await store.like(viewer, id, clock.now())
      if (isNew && moment.author !== viewer) facts.tell({ kind: 'moment.liked', by: viewer, author: moment.author, momentId: id })
      return isNew ? withLikesTold(viewer, moment) : met(viewer, id)
    },

    async unlike(viewer, id) {
      const { moment } = await seen(viewer, id)
      const wasLiked = await store.unlike(viewer, id)
      if (wasLiked && moment.author !== viewer) facts.tell({ kind: 'moment.unliked', by: viewer, author: moment.author, momentId: id })
      return wasLiked ? withLikesTold(viewer, moment) : met(viewer, id)
    },

    async likes(viewer, id, { cursor, limit = limits.pageSize.default }) {
      const { looker } = await seen(viewer, id)
      const found = await store.likes(id, looker.hidden, readCursor(cursor), limit + 1)
      const { shown, next } = pageOf(found, limit, ({ uid, likedAt }) => ({ id: uid, postedAt: likedAt }))
      const cards = await profiles.cards(shown.map(({ uid }) => uid))
      return { people: shown.flatMap(({ uid }) => cards.get(uid) ?? []), next }
    },

    async hide(viewer, id) {
      await seen(viewer, id)
      await store.hide(viewer, id, clock.now())
    },

    unhide: (viewer, id) => store.unhide(viewer, id),
    publicMeta,
  }

  /** The moment of that id, when it is the viewer's own. */
  async function repeated(viewer: Uid, id: string): Promise<Moment> {
    const there = await store.find(await lookerOf(viewer), id)
    if (there?.author !== viewer) throw new AppError('invalid_input', { moment: id }, [{ field: 'id', message: 'This id is taken.' }])
    return presentOne(viewer, there, 'self')
  }
}
