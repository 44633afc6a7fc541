import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import { limits } from '#contract/limits.ts'
import { findLink, type LinkRecord } from '#contract/links/links.ts'
import { type FeedTab, type Moment, momentFrames } from '#contract/moments.ts'
import type { Audience, PersonCard } from '#contract/people.ts'
import type { PictureChoice } from '#contract/uploads.ts'
import { visibleText } from '#contract/base/text.ts'
import { createRateLimit } from '#server/platform/rate-limit/rate-limit.ts'
import { storable } from '#server/platform/i18n/text.ts'
import { decodeTimeCursor, encodeTimeCursor, pageOf } from '#server/platform/page-cursor.ts'
import type { MomentDeps } from './moments.deps.ts'
import { type AudienceOf, createLiveUpdates, widerOf } from './moments.live.ts'
import { createPostAlerts } from './moments.alerts.ts'
import { createMomentDrafts } from './moments.drafts.ts'
import { createMentions, type Mentions } from './moments.mentions.ts'
import { createMomentPresenter } from './moments.presenter.ts'
import { createPublicMoments, type PublicMeta } from './moments.public.ts'
import { createMomentStore, type MomentStore, type ViewerFilter } from './moments.store.ts'
import type { SharedLink, ViewedMoment } from './moments.types.ts'
import { audiencesFor, createVisibility } from './moments.visibility.ts'

type Paged = { cursor?: string | undefined; limit?: number | undefined }
type FeedQuery = Paged & { uid?: Uid | undefined; item?: string | undefined; tab?: FeedTab | undefined }
export type NewMoment = {
  id?: string | undefined
  text: string
  audience: Audience
  pictures?: readonly PictureChoice[]
  quote_of?: string | undefined
}

export type Moments = {
  /**
   * Moments, newest first. The query selects those of the viewer and their buddies, public ones of people with similar taste, those of one
   * visible person, or those with a link of one item. Muted people are left out, except on their own page. Muted content is left out,
   * except the viewer's own and bookmarks.
   * @throws AppError 'not_found' for an invisible person, 'invalid_input' for an invalid cursor.
   */
  feed(viewer: Uid, query: FeedQuery): Promise<{ moments: Moment[]; next: string | null }>
  /** Links in moments of these buddies since a time that the viewer's feed shows; the latest first. */
  linksOf(viewer: Uid, buddies: readonly Uid[], since: Date): Promise<SharedLink[]>
  /** @throws AppError 'not_found' unless the viewer may see it. */
  get(viewer: Uid, id: string): Promise<Moment>
  /**
   * Posts a moment and notifies buddies. Its link is the first link of a supported platform in the text. A repeated `id` returns
   * the existing moment.
   * `quote_of`: the moment that it quotes, or without text and pictures reposts; a repeated repost returns the first.
   * @throws AppError 'blank_content' without text, pictures and quote, 'rate_limited', 'not_found' for pictures of other users, and
   * for a quoted moment that the viewer may not see.
   */
  post(viewer: Uid, moment: NewMoment): Promise<Moment>
  /** Changes the viewer's moment; a new text marks it as edited. @throws AppError 'not_found' for others, 'blank_content', 'rate_limited'. */
  edit(viewer: Uid, id: string, change: { text?: string | undefined; audience?: Audience | undefined }): Promise<Moment>
  /** Deletes the viewer's moment with its likes and comments. @throws AppError 'not_found' for others. */
  remove(viewer: Uid, id: string): Promise<void>
  /** Likes a moment; idempotent. @throws AppError 'not_found' unless the viewer may see it. */
  like(viewer: Uid, id: string): Promise<Moment>
  /** Removes a like; idempotent. @throws AppError as `like`. */
  unlike(viewer: Uid, id: string): Promise<Moment>
  /** Users who like it, the latest first, without those hidden by a block. @throws AppError as `like`. */
  likes(viewer: Uid, id: string, page: Paged): Promise<{ people: PersonCard[]; next: string | null }>
  /** Hides a moment from the viewer's feeds. @throws AppError as `like`. */
  hide(viewer: Uid, id: string): Promise<void>
  /** Shows it again; idempotent. */
  /** Bookmarks a moment only for the viewer; idempotent. @throws AppError 'not_found' unless they may see it. */
  bookmark(viewer: Uid, id: string): Promise<void>
  removeBookmark(viewer: Uid, id: string): Promise<void>
  drafts: ReturnType<typeof createMomentDrafts>
  alerts: ReturnType<typeof createPostAlerts>
  unhide(viewer: Uid, id: string): Promise<void>
  /** Filters these moments to those that the viewer may see, including those of muted authors, with their links. */
  visibleOf(viewer: Uid, ids: readonly string[]): Promise<Map<string, { link: LinkRecord | null }>>
  /** Filters these moments and comments to those with muted content. The ids aren't loaded for users without mutes. */
  mutedAmong(viewer: Uid, loadIds: () => Promise<readonly string[]>): Promise<ReadonlySet<string>>
  /** The public link preview; null unless the moment is for everyone. */
  publicMeta(id: string): Promise<PublicMeta | null>
}

/** More links of a time are left out, the earliest first. */
const MAX_LINKS = 2_000
const POSTS = { limit: 30, windowMs: 10 * 60_000 }

type Context = MomentDeps & {
  store: MomentStore
  visibility: ReturnType<typeof createVisibility>
  presenter: ReturnType<typeof createMomentPresenter>
  live: ReturnType<typeof createLiveUpdates>
  mentions: Mentions
  alerts: ReturnType<typeof createPostAlerts>
  get: Moments['get']
}

export function createMoments(deps: MomentDeps): Moments {
  const { db, profiles, pictures, isSuspended } = deps
  const store = createMomentStore(db)
  const visibility = createVisibility({ ...deps, store })
  const mentions = createMentions({ ...deps, findVisible: visibility.findVisible })
  const presenter = createMomentPresenter({ ...deps, visibility, mentions })
  const live = createLiveUpdates(deps)
  const { publicMeta, isPublic } = createPublicMoments({ store, profiles, pictures, isSuspended })
  pictures.registerAttachmentRules('moment', {
    isPublic,
    maySee: async (viewer, id) => (await visibility.findVisible(viewer, id)) !== null,
    existing: async (ids) => new Set(await store.existing(ids)),
  })

  async function get(viewer: Uid, id: string): Promise<Moment> {
    const { moment, relation } = await visibility.getVisible(viewer, id)
    return presenter.presentOne(viewer, moment, relation)
  }

  const visibleOf: Moments['visibleOf'] = async (viewer, ids) => {
    const found = await visibility.findVisibleMany(viewer, ids, { withMuted: true })
    return new Map(found.map(({ id, link }) => [id, { link }]))
  }

  const mutedAmong: Moments['mutedAmong'] = async (viewer, loadIds) => {
    const filter = await visibility.filterOf(viewer)
    return filter.content ? store.mutedAmong(filter, await loadIds()) : new Set()
  }

  const alerts = createPostAlerts(deps)
  const context: Context = { ...deps, store, visibility, presenter, live, mentions, alerts, get }
  return {
    get,
    publicMeta,
    visibleOf,
    mutedAmong,
    ...createFeed(context),
    ...createMomentCommands(context),
    ...createLikes(context),
    ...createHiding(context),
    ...createBookmarks(context),
    drafts: createMomentDrafts(deps),
    alerts,
  }
}

function createFeed({ store, visibility, presenter, connections, wavelength, platformIds }: Context): Pick<Moments, 'feed' | 'linksOf'> {
  async function personFeed(viewer: Uid, uid: Uid) {
    const relation = await connections.mustSee(viewer, uid)
    return { authors: [uid], audiences: audiencesFor(relation), relation }
  }

  async function tabFeed(viewer: Uid, tab: FeedTab, filter: Promise<ViewerFilter>) {
    if (tab !== 'wavelength') return { authors: 'buddies', audiences: audiencesFor('connected'), relation: 'connected' } as const
    const [closest, { hiddenOrMuted }] = await Promise.all([wavelength.closest(viewer), filter])
    return { authors: closest.filter((uid) => !hiddenOrMuted.has(uid)), audiences: audiencesFor('none'), relation: 'none' } as const
  }

  async function itemFeed(viewer: Uid, item: string, cursor: string | undefined, limit: number) {
    const [filter, buddies, links] = await Promise.all([visibility.filterOf(viewer), connections.buddiesOf(viewer), platformIds(item)])
    // A viewer who opens the page of a muted item wants to see moments about it.
    const wordFilter = { ...filter, content: filter.content && { ...filter.content, items: [] } }
    const found = await store.pageOfLinks(wordFilter, buddies, links, decodeTimeCursor(cursor), limit + 1)
    const { shown, next } = pageOf(found, limit, ({ id, postedAt }) => encodeTimeCursor({ id, at: postedAt }))
    return { moments: await presentMixed(viewer, shown, buddies), next }
  }

  /** Moments of buddies and of others, in the given order. */
  async function presentMixed(viewer: Uid, shown: readonly ViewedMoment[], buddies: readonly Uid[]): Promise<Moment[]> {
    const isBuddy = new Set(buddies)
    const [near, far] = await Promise.all([
      presenter.present(
        viewer,
        shown.filter(({ author }) => isBuddy.has(author)),
        'connected',
      ),
      presenter.present(
        viewer,
        shown.filter(({ author }) => !isBuddy.has(author)),
        'none',
      ),
    ])
    const presented = new Map([...near, ...far].map((moment) => [moment.id, moment]))
    return shown.flatMap(({ id }) => presented.get(id) ?? [])
  }

  async function bookmarkFeed(viewer: Uid, cursor: string | undefined, limit: number) {
    const [filter, buddies] = await Promise.all([visibility.filterOf(viewer), connections.buddiesOf(viewer)])
    const found = await store.pageOfBookmarks(filter, buddies, decodeTimeCursor(cursor), limit + 1)
    const { shown, next } = pageOf(found, limit, ({ id, savedAt }) => encodeTimeCursor({ id, at: savedAt }))
    return { moments: await presentMixed(viewer, shown, buddies), next }
  }

  return {
    async feed(viewer, { uid, item, tab = 'buddies', cursor, limit = limits.pageSize.default }) {
      if (item !== undefined) return itemFeed(viewer, item, cursor, limit)
      if (tab === 'bookmarks' && uid === undefined) return bookmarkFeed(viewer, cursor, limit)
      const filtered = visibility.filterOf(viewer)
      const [filter, source] = await Promise.all([filtered, uid ? personFeed(viewer, uid) : tabFeed(viewer, tab, filtered)])
      const found = await store.page(filter, source.authors, source.audiences, decodeTimeCursor(cursor), limit + 1)
      const { shown, next } = pageOf(found, limit, ({ id, postedAt }) => encodeTimeCursor({ id, at: postedAt }))
      return { moments: await presenter.present(viewer, shown, source.relation), next }
    },

    async linksOf(viewer, buddies, since) {
      const mine = new Set(await connections.buddiesOf(viewer))
      const mentionable = buddies.filter((uid) => mine.has(uid))
      return mentionable.length === 0 ? [] : store.linksOf(await visibility.filterOf(viewer), mentionable, since, MAX_LINKS)
    },
  }
}

function createMomentCommands(context: Context): Pick<Moments, 'post' | 'edit' | 'remove'> {
  const {
    db,
    bus,
    clock,
    hub,
    events,
    newId,
    connections,
    pictures,
    prefetchCard,
    store,
    visibility,
    presenter,
    live,
    mentions,
    alerts,
    get,
  } = context
  const postLimit = createRateLimit({ clock, ...POSTS, shared: bus && { bus, name: 'moments' } })

  /** @throws AppError 'invalid_input' if the id belongs to another user's moment. */
  async function existingOwn(viewer: Uid, id: string): Promise<Moment> {
    const existing = await store.find(await visibility.filterOf(viewer), id)
    if (existing?.author !== viewer) throw new AppError('invalid_input', { moment: id }, [{ field: 'id', message: 'This id is taken.' }])
    return presenter.presentOne(viewer, existing, 'self')
  }

  /** The moment to quote: for a repost, its original. @throws AppError 'not_found' unless the viewer may see it. */
  async function originalOf(viewer: Uid, id: string): Promise<ViewedMoment> {
    const { moment } = await visibility.getVisible(viewer, id)
    const isRepost = moment.quoteOf !== null && moment.text === '' && !(await pictures.getMany('moment', [id])).has(id)
    return isRepost && moment.quoteOf !== null ? (await visibility.getVisible(viewer, moment.quoteOf)).moment : moment
  }

  return {
    async post(viewer, { id = newId(), text, audience, pictures: choices = [], quote_of: quoteId }) {
      const content = visibleText(storable(text, 'text'))
      const quoted = quoteId === undefined ? null : await originalOf(viewer, quoteId)
      if (!content && choices.length === 0) {
        if (!quoted) throw new AppError('blank_content')
        const existing = await store.findRepost(viewer, quoted.id)
        if (existing !== undefined) return get(viewer, existing)
      }
      postLimit.assert(viewer)
      const quoteOf = quoted?.id ?? null
      const moment = { id, author: viewer, text: content, link: findLink(content), audience, postedAt: clock.now(), quoteOf }
      const isNew = await db.transaction().execute(async (tx) => {
        if (!(await createMomentStore(tx).insert(moment))) return false
        // If a picture is rejected, the moment is not posted without it.
        if (choices.length > 0) await pictures.attach(viewer, choices, { of: 'moment', id }, tx)
        return true
      })
      if (!isNew) return existingOwn(viewer, id)
      if (moment.link) await prefetchCard(moment.link)
      const buddies = audience === 'only_me' ? [] : await connections.buddiesOf(viewer)
      hub.send([viewer, ...buddies], momentFrames.new_moment, { id, author: viewer })
      const informed = quoted && quoted.author !== viewer ? [quoted.author] : []
      for (const author of informed)
        if (await visibility.findVisible(author, id)) events.publish({ kind: 'moment.quoted', by: viewer, author, momentId: id })
      const mentioned = await mentions.publish(viewer, content, id, null, informed)
      // One moment causes one notification.
      const to = (await alerts.receiversOf(viewer, audience)).filter((uid) => !informed.includes(uid) && !mentioned.includes(uid))
      if (to.length > 0) events.publish({ kind: 'moment.posted', by: viewer, to, momentId: id })
      return get(viewer, id)
    },

    async edit(viewer, id, { text, audience }) {
      const { moment } = await visibility.getVisible(viewer, id)
      if (moment.author !== viewer) throw new AppError('not_found', { moment: id })
      const content = text === undefined ? moment.text : visibleText(storable(text, 'text'))
      if (!content && moment.quoteOf === null && !(await pictures.getMany('moment', [id])).has(id)) throw new AppError('blank_content')
      postLimit.assert(viewer)
      const hasNewText = content !== moment.text
      const link = findLink(content)
      const shownTo = audience ?? moment.audience
      await store.edit(viewer, id, {
        ...(hasNewText ? { text: content, link, editedAt: clock.now() } : {}),
        audience: shownTo,
      })
      if (hasNewText && link) await prefetchCard(link)
      // A repeated mention causes no second notification.
      if (hasNewText) await mentions.publish(viewer, content, id, null)
      const wider = widerOf(moment.audience, shownTo)
      if (wider !== shownTo) {
        const to = shownTo === 'only_me' ? [] : await connections.buddiesOf(viewer)
        events.publish({ kind: 'moment.narrowed', by: viewer, momentId: id, to })
      }
      // To everyone who saw it before or sees it now; clients that may not see it anymore find out when they load it.
      const receivers = { author: viewer, audience: wider }
      await live.send(receivers, momentFrames.moment_changed, { id })
      return get(viewer, id)
    },

    async remove(viewer, id) {
      const removed = await store.remove(viewer, id)
      if (!removed) throw new AppError('not_found', { moment: id })
      await pictures.release('moment', [id])
      events.publish({ kind: 'content.removed', of: 'moment', id })
      await live.send({ author: viewer, audience: removed.audience }, momentFrames.moment_gone, { id })
    },
  }
}

function createLikes({
  clock,
  hub,
  events,
  profiles,
  connections,
  store,
  visibility,
  live,
  get,
}: Context): Pick<Moments, 'like' | 'unlike' | 'likes'> {
  /** Sends each receiver the number of likes without people hidden from them. */
  async function sendLikes(moment: AudienceOf & { id: string }): Promise<void> {
    const receivers = await live.receiversOf(moment)
    const hiddenFrom = await connections.hiddenFromMany(receivers)
    const { count, among } = await store.likesAmong(moment.id, [...new Set([...hiddenFrom.values()].flatMap((hidden) => [...hidden]))])
    const byLikes = Map.groupBy(receivers, (uid) => count - [...(hiddenFrom.get(uid) ?? [])].filter((hidden) => among.has(hidden)).length)
    for (const [likes, uids] of byLikes) hub.send(uids, momentFrames.moment_likes, { id: moment.id, likes })
  }

  return {
    async like(viewer, id) {
      const { moment } = await visibility.getVisible(viewer, id)
      const isNew = await store.like(viewer, id, clock.now())
      if (isNew && moment.author !== viewer) events.publish({ kind: 'moment.liked', by: viewer, author: moment.author, momentId: id })
      if (isNew) await sendLikes(moment)
      return get(viewer, id)
    },

    async unlike(viewer, id) {
      const { moment } = await visibility.getVisible(viewer, id)
      const wasLiked = await store.unlike(viewer, id)
      if (wasLiked && moment.author !== viewer) events.publish({ kind: 'moment.unliked', by: viewer, author: moment.author, momentId: id })
      if (wasLiked) await sendLikes(moment)
      return get(viewer, id)
    },

    async likes(viewer, id, { cursor, limit = limits.pageSize.default }) {
      const { filter } = await visibility.getVisible(viewer, id)
      const found = await store.likes(id, filter.hidden, decodeTimeCursor(cursor), limit + 1)
      const { shown, next } = pageOf(found, limit, ({ uid, likedAt }) => encodeTimeCursor({ id: uid, at: likedAt }))
      const cards = await profiles.cards(shown.map(({ uid }) => uid))
      return { people: shown.flatMap(({ uid }) => cards.get(uid) ?? []), next }
    },
  }
}

function createBookmarks({ clock, store, visibility }: Context): Pick<Moments, 'bookmark' | 'removeBookmark'> {
  return {
    async bookmark(viewer, id) {
      await visibility.getVisible(viewer, id)
      await store.bookmark(viewer, id, clock.now())
    },
    removeBookmark: (viewer, id) => store.removeBookmark(viewer, id),
  }
}

function createHiding({ clock, store, visibility }: Context): Pick<Moments, 'hide' | 'unhide'> {
  return {
    async hide(viewer, id) {
      await visibility.getVisible(viewer, id)
      await store.hide(viewer, id, clock.now())
    },
    unhide: (viewer, id) => store.unhide(viewer, id),
  }
}
