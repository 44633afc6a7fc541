import type { Uid } from '#contract/base/ids.ts'
import type { Blend, BlendEmphasis, KeptMix } from '#contract/blends.ts'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { MatchFilter } from '#contract/taste/taste.ts'
import type { ItemId } from '#server/features/media/media.types.ts'
import { storable } from '#server/platform/i18n/text.ts'
import { type BlendsStore, createBlendsStore, type StoredBlend } from './blends.store.ts'
import { removeFormerMembers, removeMember } from './blend-members.ts'
import { broughtToBlends } from './blend-shares.ts'
import {
  type BlendAccess,
  type BlendParts,
  type BlendsDeps,
  type BlendViews,
  createBlendAccess,
  createBlendViews,
  createOpenBlends,
  listBlends,
  presentKeptMixes,
} from './blend-views.ts'
import { createMembersTaste } from './members-taste.ts'
import { isJoined, type Seen } from './blends.present.ts'
import { createWeeklyMixes } from './weekly-mixes.ts'
import { assertTimeZone } from '#server/platform/local-day.ts'
import { nextMixAt } from './next-mix.ts'

export type Blends = ReturnType<typeof createBlends>

type Context = BlendParts & BlendAccess & BlendViews

/** Playable lists of 2 to 10 users, and of groups. Every function first checks that the caller is a member. */
export function createBlends(deps: BlendsDeps) {
  const store = createBlendsStore(deps.db)
  const taste = createMembersTaste(deps)
  const weekly = createWeeklyMixes({ ...deps, store, taste })
  const parts: BlendParts = { ...deps, store, taste, weekly }
  const access = createBlendAccess(parts)
  const views = createBlendViews(parts, access)
  const context: Context = { ...parts, ...access, ...views }
  return {
    list: (viewer: Uid, cursor?: string) => listBlends(parts, viewer, cursor),
    get: views.view,
    getForGroup: views.getForGroup,
    titleFor: views.titleFor,
    ...createOpenBlends(parts),
    ...creationCommands(context),
    ...memberCommands(context),
    ...mixCommands(context),

    /** See `broughtToBlends`. */
    brought: (viewer: Uid, since: Date) => broughtToBlends(parts, viewer, since),

    mixDue: weekly.mixDue,
  }
}

/** New blends, of chosen users and of groups. */
function creationCommands(context: Context) {
  const { db, store, clock, newId, publish, limitInvitations, groupOf, open, present, view } = context

  /** Stores a blend that its maker has agreed to. Returns false if the group has one already. */
  async function insert(viewer: Uid, blend: Pick<StoredBlend, 'id' | 'chatId' | 'title' | 'kind' | 'timeZone'>, uids: readonly Uid[]) {
    const now = clock.now()
    return db.transaction().execute(async (transaction) => {
      const tx = createBlendsStore(transaction)
      if (!(await tx.insert({ ...blend, nextMixAt: nextMixAt(now, blend.timeZone) }, viewer, now))) return false
      await tx.addMembers(blend, [viewer], 'joined', null, now)
      await tx.addMembers(blend, uids, 'invited', viewer, now)
      return true
    })
  }

  async function afterInsert(viewer: Uid, id: string, invited: readonly Uid[]): Promise<Blend> {
    const seen = await open(viewer, id)
    context.weekly.notify(id, seen.members)
    for (const uid of invited) publish({ kind: 'blend.invited', by: viewer, to: uid, blendId: id })
    return present(viewer, seen)
  }

  return {
    /**
     * Creates a blend that starts once another member agrees. A repeated id returns the first blend.
     * @throws AppError 'not_connected', 'rate_limited', 'invalid_input'
     */
    async make(
      viewer: Uid,
      made: { id?: string | undefined; title?: string | undefined; kind: MatchFilter; uids: readonly Uid[]; timeZone: string },
    ): Promise<Blend> {
      assertTimeZone(made.timeZone, { viewer })
      const { id = newId() } = made
      if (await store.find(id)) return view(viewer, id)
      const uids = [...new Set(made.uids)]
      await assertBuddies(context, viewer, uids)
      limitInvitations(viewer)
      const title = made.title === undefined ? null : storable(made.title, 'title')
      await insert(viewer, { id, chatId: null, title, kind: made.kind, timeZone: made.timeZone }, uids)
      return afterInsert(viewer, id, uids)
    },

    /**
     * Creates the blend of a group. All its members are invited, and take part once they agree; the creator has agreed.
     * @throws AppError 'not_found' for users who are not members, 'wrong_state' without another member, 'rate_limited', 'invalid_input'
     */
    async makeForGroup(viewer: Uid, chatId: string, made: { kind: MatchFilter; timeZone: string }): Promise<Blend> {
      assertTimeZone(made.timeZone, { viewer })
      const group = await groupOf(viewer, chatId)
      const others = group.members.filter((uid) => uid !== viewer)
      if (others.length === 0) throw new AppError('wrong_state', { viewer, chatId })
      const existing = await store.findByGroup(chatId)
      if (existing) return view(viewer, existing.id)
      limitInvitations(viewer)
      const id = newId()
      const isFirst = await insert(viewer, { id, chatId, title: group.name, ...made }, others)
      const stored = isFirst ? id : (await store.findByGroup(chatId))?.id
      if (stored === undefined) throw new AppError('not_found', { viewer, chatId })
      return isFirst ? afterInsert(viewer, stored, others) : view(viewer, stored)
    },
  }
}

/** The members of a blend: inviting, joining, leaving. */
function memberCommands(context: Context) {
  const { db, store, clock, publish, limitInvitations, open, openJoined, view } = context
  const { membersOf, notify } = context.weekly

  return {
    /** @throws AppError 'not_connected', 'rate_limited', and 'wrong_state' when the blend would have too many members */
    async invite(viewer: Uid, id: string, uids: readonly Uid[]): Promise<Blend> {
      const seen = await openJoined(viewer, id)
      await assertBuddies(context, viewer, uids)
      limitInvitations(viewer)
      if (seen.blend.chatId !== null) throw new AppError('wrong_state', { viewer, blend: id })
      let added: Uid[] = []
      const blend = await change(context, viewer, seen, async (tx) => {
        const memberIds = new Set(((await tx.members([id])).get(id) ?? []).map(({ uid }) => uid))
        added = [...new Set(uids)].filter((uid) => !memberIds.has(uid))
        if (memberIds.size + added.length > limits.blend.members) throw new AppError('wrong_state', { viewer, blend: id })
        await tx.addMembers(seen.blend, added, 'invited', viewer, clock.now())
      })
      notify(id, [], uids)
      for (const uid of added) publish({ kind: 'blend.invited', by: viewer, to: uid, blendId: id })
      return blend
    },

    /** Agrees to be in the blend; twice is harmless. */
    async join(viewer: Uid, id: string): Promise<Blend> {
      const seen = await open(viewer, id)
      if (seen.mine.state === 'joined') return view(viewer, id)
      const blend = await change(context, viewer, seen, async (tx) => {
        await tx.setMember(id, viewer, { state: 'joined', joined_at: clock.now() })
        await tx.closeToOutsiders(id)
        await tx.requireMix(id)
      })
      publish({ kind: 'blend.joined', by: viewer, blendId: id })
      return blend
    },

    /** Leaves, or declines. The user's items disappear at once. A blend of one ends; members of a group may rejoin its blend. */
    async leave(viewer: Uid, id: string): Promise<void> {
      const { members } = await open(viewer, id)
      await db.transaction().execute((transaction) => removeMember(createBlendsStore(transaction), id, viewer))
      notify(id, members)
      publish({ kind: 'blend.left', by: viewer, blendId: id })
      if (!(await store.find(id))) publish({ kind: 'blend.ended', blendId: id })
    },

    /** Call after a member has left a group: removes the user from the stored mix. The membership is already deleted. */
    async leftGroup(chatId: string): Promise<void> {
      const blend = await store.findByGroup(chatId)
      if (!blend) return
      await db.transaction().execute((transaction) => removeFormerMembers(createBlendsStore(transaction), blend.id))
      notify(blend.id, await membersOf(blend.id))
    },

    /** Changes the weight of a member, for all members. @throws AppError 'not_found' for users who have not joined */
    async adjust(viewer: Uid, id: string, uid: Uid, emphasis: BlendEmphasis): Promise<Blend> {
      const seen = await openJoined(viewer, id)
      const member = seen.members.find((entry) => entry.uid === uid)
      if (!member || !isJoined(member) || seen.hidden.has(uid)) throw new AppError('not_found', { viewer, blend: id })
      return change(context, viewer, seen, async (tx) => {
        await tx.setMember(id, uid, { emphasis })
        await tx.requireMix(id)
      })
    },

    /** Whether the viewer wants people outside to see the blend. */
    async setOpen(viewer: Uid, id: string, wantsOpen: boolean): Promise<Blend> {
      const seen = await openJoined(viewer, id)
      return change(context, viewer, seen, (tx) => tx.setMember(id, viewer, { wants_open: wantsOpen }))
    },
  }
}

/** The title and the items of a blend. */
function mixCommands(context: Context) {
  const { store, clock, newId, openJoined, view } = context
  return {
    async rename(viewer: Uid, id: string, title: string | null): Promise<Blend> {
      const seen = await openJoined(viewer, id)
      return change(context, viewer, seen, (tx) => tx.setTitle(id, title === null ? null : storable(title, 'title')))
    },

    /** Removes an item of the mix for all, or with `isBack` undoes that. */
    async removeItem(viewer: Uid, id: string, itemId: ItemId, { isBack = false } = {}): Promise<Blend> {
      const seen = await openJoined(viewer, id)
      const isInMix = seen.blend.mix?.items.some((item) => item.id === itemId)
      if (!isBack && !isInMix) throw new AppError('not_found', { viewer, blend: id })
      return change(context, viewer, seen, (tx) => (isBack ? tx.restoreItem(id, itemId) : tx.removeItem(id, itemId, clock.now())))
    },

    /** Saves this week's mix as a list of the viewer. @throws AppError 'wrong_state' without a mix */
    async keep(viewer: Uid, id: string, title: string): Promise<KeptMix> {
      const { items } = await view(viewer, id)
      const seen = await openJoined(viewer, id)
      if (seen.blend.mixedAt === null || items.length === 0) throw new AppError('wrong_state', { viewer, blend: id })
      const saved = await store.keep(viewer, {
        id: newId(),
        blendId: id,
        mixedAt: seen.blend.mixedAt,
        title: storable(title, 'title'),
        items: items.map(({ item }) => item.id),
        keptAt: clock.now(),
      })
      const [shown] = await presentKeptMixes(context.media, saved ? [saved] : [])
      if (!shown) throw new AppError('wrong_state', { viewer, blend: id })
      return shown
    },

    deleteKept: (viewer: Uid, id: string): Promise<void> => store.deleteKept(viewer, id),
  }
}

/** Runs a change under the lock of the members, and returns the blend after it. */
async function change({ db, view, weekly }: Context, viewer: Uid, seen: Seen, run: (tx: BlendsStore) => Promise<void>): Promise<Blend> {
  const { id } = seen.blend
  await db.transaction().execute(async (transaction) => {
    const tx = createBlendsStore(transaction)
    if (!(await tx.find(id, { isLocked: true }))) throw new AppError('not_found', { viewer, blend: id })
    await run(tx)
  })
  const blend = await view(viewer, id)
  weekly.notify(id, seen.members)
  return blend
}

/** @throws AppError 'not_connected' if one of them is not the viewer's buddy */
async function assertBuddies({ people }: Context, viewer: Uid, uids: readonly Uid[]): Promise<void> {
  const buddies = new Set(await people.buddiesOf(viewer))
  if (uids.some((uid) => !buddies.has(uid))) throw new AppError('not_connected', { viewer })
}
