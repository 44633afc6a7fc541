import type { Uid } from '#contract/base/ids.ts'
import { type Blend, type BlendEmphasis, type BlendSummary, type KeptMix, type OpenBlend } from '#contract/blends.ts'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { PersonCard } from '#contract/people.ts'
import type { MatchFilter } from '#contract/taste/taste.ts'
import type { ContentMutes } from '#server/features/media/mutes/content-mutes.ts'
import type { ItemId } from '#server/features/media/media.types.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { PublishEvent } from '#server/platform/domain-events.ts'
import { storable } from '#server/platform/i18n/text.ts'
import type { SocketHub } from '#server/platform/socket/socket-route.ts'
import { type BlendsStore, createBlendsStore, type StoredBlend, type StoredKeptMix, type StoredMember } from './blends.store.ts'
import { removeFormerMembers, removeMember } from './blend-members.ts'
import { broughtToBlends } from './blend-shares.ts'
import { createMembersTaste, type MembersTasteDeps } from './members-taste.ts'
import { asStillShown } from './mix.ts'
import { coverBars, emptyMix, isJoined, isOpen, type Seen, seenBy, summaryOf } from './present-blend.ts'
import { createWeeklyMixes } from './weekly-mixes.ts'
import { assertTimeZone, nextMixAt } from './next-mix.ts'

export type BlendsDeps = Omit<MembersTasteDeps, 'people'> & {
  db: Db
  hub: Pick<SocketHub, 'send'>
  clock: Clock
  newId: () => string
  people: MembersTasteDeps['people'] & {
    cards(uids: readonly Uid[]): Promise<ReadonlyMap<Uid, PersonCard>>
    buddiesOf(uid: Uid): Promise<readonly Uid[]>
    hiddenFrom(viewer: Uid): Promise<ReadonlySet<Uid>>
  }
  /** The group of a conversation, for its members. @throws AppError 'not_found' for others */
  groupOf: (viewer: Uid, chatId: string) => Promise<{ name: string; members: readonly Uid[] }>
  mutedAmong: ContentMutes['mutedAmong']
  publish: PublishEvent
  /** Limits invitations of one user. @throws AppError 'rate_limited' */
  limitInvitations: (uid: Uid) => void
}

const MAX_LISTED = 100

export type Blends = ReturnType<typeof createBlends>

/** Playable lists of 2 to 10 users, and of groups. Every function first checks that the caller is a member. */
export function createBlends(deps: BlendsDeps) {
  const { db, hub, clock, newId, people, media, limitInvitations, publish } = deps
  const store = createBlendsStore(db)
  const taste = createMembersTaste(deps)
  const weekly = createWeeklyMixes({ store, taste, clock, hub, publish })
  const { membersOf, notify, refreshed } = weekly

  /** @throws AppError 'not_found' unless the viewer is a member or invited, and sees another member. */
  async function open(viewer: Uid, id: string): Promise<Seen> {
    const [blend, hidden] = await Promise.all([store.find(id), people.hiddenFrom(viewer)])
    const seen = blend && seenBy(viewer, blend, await membersFor(viewer, blend), hidden)
    if (!seen) throw new AppError('not_found', { viewer, blend: id })
    return seen
  }

  /** The members. Those who have joined the group in the meantime become invited. */
  async function membersFor(viewer: Uid, blend: StoredBlend): Promise<StoredMember[]> {
    const members = await membersOf(blend.id)
    if (blend.chatId === null) return members
    const group = await deps.groupOf(viewer, blend.chatId)
    const known = new Set(members.map(({ uid }) => uid))
    const added = group.members.filter((uid) => !known.has(uid))
    if (added.length === 0) return members
    await store.addMembers(blend, added, 'invited', null, clock.now())
    const { madeBy } = blend
    if (madeBy !== null)
      for (const to of added.filter((uid) => uid !== viewer && uid !== madeBy))
        publish({ kind: 'blend.invited', by: madeBy, to, blendId: blend.id })
    return membersOf(blend.id)
  }

  /** As `open`, for members who have agreed. @throws AppError 'wrong_state' for invited users */
  async function openJoined(viewer: Uid, id: string): Promise<Seen> {
    const seen = await open(viewer, id)
    if (seen.mine.state !== 'joined') throw new AppError('wrong_state', { viewer, blend: id })
    return seen
  }

  async function present(viewer: Uid, seen: Seen): Promise<Blend> {
    const { blend, members, hidden, mine } = seen
    const visible = members.filter(({ uid }) => !hidden.has(uid))
    const removed = mine.state === 'joined' ? await store.removedItems(blend.id) : []
    const { mix, tastes } = mine.state === 'joined' ? await weekly.shown(seen, removed) : { mix: emptyMix, tastes: [] }
    const ids = [...mix.items.map((one) => one.id), ...removed]
    const [muted, cards, items] = await Promise.all([
      deps.mutedAmong(viewer, ids),
      people.cards([...visible.map(({ uid }) => uid), ...(mine.invitedBy ? [mine.invitedBy] : [])]),
      media.items(ids),
    ])
    const before = blend.mix?.before ?? null
    const invitedBy = mine.invitedBy && !hidden.has(mine.invitedBy) ? (cards.get(mine.invitedBy) ?? null) : null
    const isKnown = (uid: Uid) => cards.has(uid)
    return {
      ...summaryOf(viewer, blend, visible, cards, { mix, tastes }),
      invited_by: invitedBy,
      items: mix.items.flatMap(({ id, by, fits, newTo }) => {
        const item = items.get(id)
        if (!item || !isKnown(by) || muted.has(id)) return []
        return [
          {
            item,
            by,
            fits: fits.filter(({ uid }) => isKnown(uid)),
            new_to: newTo.filter(isKnown),
            is_changed: before !== null && !before.includes(id),
          },
        ]
      }),
      muted_items: mix.items.filter(({ id, by }) => muted.has(id) && isKnown(by)).length,
      underserved: mix.underserved.filter(isKnown),
      is_thin: mix.isThin && mine.state === 'joined',
      mixed_at: blend.mixedAt && blend.mixedAt.toISOString(),
      next_mix_at: blend.nextMixAt.toISOString(),
      is_open: isOpen(members),
      removed: removed.flatMap((id) => (muted.has(id) ? [] : (items.get(id) ?? []))),
    }
  }

  async function view(viewer: Uid, id: string): Promise<Blend> {
    await refreshed(id)
    return present(viewer, await open(viewer, id))
  }

  /** Runs a change while nobody else changes the members, and returns the blend after it. */
  async function change(viewer: Uid, seen: Seen, run: (tx: BlendsStore) => Promise<void>): Promise<Blend> {
    const { id } = seen.blend
    await db.transaction().execute(async (transaction) => {
      const tx = createBlendsStore(transaction)
      if (!(await tx.find(id, { isLocked: true }))) throw new AppError('not_found', { viewer, blend: id })
      await run(tx)
    })
    const blend = await view(viewer, id)
    notify(id, seen.members)
    return blend
  }

  /** A blend that all members opened, with what they show everyone; null otherwise. */
  async function findOpen(id: string): Promise<OpenBlend | null> {
    const [blend, members, removed] = [await refreshed(id), await membersOf(id), await store.removedItems(id)]
    if (!blend?.mix || !isOpen(members)) return null
    const joined = members.filter(isJoined)
    const ids = blend.mix.items.map((one) => one.id).filter((itemId) => !removed.includes(itemId))
    const current = await taste.current(joined, ids, blend.kind, 'everyone')
    const { items } = asStillShown(blend.mix, current.members, current.items)
    const [cards, found] = await Promise.all([people.cards(joined.map(({ uid }) => uid)), media.items(items.map((one) => one.id))])
    return {
      id,
      title: blend.title,
      kind: blend.kind,
      members: current.members.flatMap((member) => {
        const card = cards.get(member.uid)
        return card ? [{ name: card.name, bars: coverBars(member) }] : []
      }),
      items: items.flatMap((one) => {
        const item = found.get(one.id)
        return item ? [{ item, fits: one.fits.length }] : []
      }),
    }
  }

  /** @throws AppError 'not_connected' if one of them is not the viewer's buddy */
  async function assertBuddies(viewer: Uid, uids: readonly Uid[]): Promise<void> {
    const buddies = new Set(await people.buddiesOf(viewer))
    if (uids.some((uid) => !buddies.has(uid))) throw new AppError('not_connected', { viewer })
  }

  return {
    async list(viewer: Uid): Promise<{ blends: BlendSummary[]; kept: KeptMix[] }> {
      const [listed, hidden, kept] = await Promise.all([
        store.listOf(viewer, MAX_LISTED),
        people.hiddenFrom(viewer),
        store.kept(viewer, limits.blend.kept),
      ])
      const members = await store.members(listed.map(({ id }) => id))
      const seen = listed.flatMap((blend) => seenBy(viewer, blend, members.get(blend.id) ?? [], hidden) ?? [])
      const cards = await people.cards([...new Set(seen.flatMap((one) => one.members.map(({ uid }) => uid)))])
      const mixes = await Promise.all(
        seen.map(async (one) => ({
          ...one,
          shown:
            one.mine.state === 'joined' ? await weekly.shown(one, await store.removedItems(one.blend.id)) : { mix: emptyMix, tastes: [] },
        })),
      )
      const muted = await deps.mutedAmong(viewer, [...new Set(mixes.flatMap(({ shown }) => shown.mix.items.map(({ id }) => id)))])
      const blends = mixes.map(({ blend, members: all, shown }) => {
        const visible = all.filter(({ uid }) => !hidden.has(uid))
        const items = shown.mix.items.filter(({ id }) => !muted.has(id)).length
        return { ...summaryOf(viewer, blend, visible, cards, shown), items }
      })
      return { blends, kept: await presentKept(kept) }
    },

    get: view,

    /** Creates a blend that starts once another member agrees. @throws AppError 'not_connected', 'rate_limited', 'invalid_input' */
    async make(
      viewer: Uid,
      made: { title?: string | undefined; kind: MatchFilter; uids: readonly Uid[]; timeZone: string },
    ): Promise<Blend> {
      assertTimeZone(viewer, made.timeZone)
      const uids = [...new Set(made.uids)]
      await assertBuddies(viewer, uids)
      limitInvitations(viewer)
      const id = newId()
      const title = made.title === undefined ? null : storable(made.title, 'title')
      await insert(viewer, { id, chatId: null, title, kind: made.kind, timeZone: made.timeZone }, uids)
      return afterInsert(viewer, id, uids)
    },

    /**
     * The blend of a group, without its mix; null if nobody has made one.
     * @throws AppError 'not_found' for users who are not members
     */
    async ofGroup(viewer: Uid, chatId: string): Promise<BlendSummary | null> {
      await deps.groupOf(viewer, chatId)
      const found = await store.ofGroup(chatId)
      if (!found) return null
      const { items, muted_items: _muted, ...blend } = await view(viewer, found.id)
      return { ...blend, items: items.length }
    },

    /**
     * Creates the blend of a group. All its members are invited, and take part once they agree; the creator has agreed.
     * @throws AppError 'not_found' for users who are not members, 'wrong_state' without another member, 'rate_limited', 'invalid_input'
     */
    async makeForGroup(viewer: Uid, chatId: string, made: { kind: MatchFilter; timeZone: string }): Promise<Blend> {
      assertTimeZone(viewer, made.timeZone)
      const group = await deps.groupOf(viewer, chatId)
      const others = group.members.filter((uid) => uid !== viewer)
      if (others.length === 0) throw new AppError('wrong_state', { viewer, chatId })
      const existing = await store.ofGroup(chatId)
      if (existing) return view(viewer, existing.id)
      limitInvitations(viewer)
      const id = newId()
      const isFirst = await insert(viewer, { id, chatId, title: group.name, ...made }, others)
      const stored = isFirst ? id : (await store.ofGroup(chatId))?.id
      if (stored === undefined) throw new AppError('not_found', { viewer, chatId })
      return isFirst ? afterInsert(viewer, stored, others) : view(viewer, stored)
    },

    /** Call after a member has left a group: removes the user from the stored mix. The membership is already deleted. */
    async leftGroup(chatId: string): Promise<void> {
      const blend = await store.ofGroup(chatId)
      if (!blend) return
      await db.transaction().execute((transaction) => removeFormerMembers(createBlendsStore(transaction), blend.id))
      notify(blend.id, await membersOf(blend.id))
    },

    /** The title, or the first names of the other members; null for users outside. */
    async titleFor(viewer: Uid, id: string): Promise<string | null> {
      const [blend, members, hidden] = [await store.find(id), await membersOf(id), await people.hiddenFrom(viewer)]
      const seen = blend && seenBy(viewer, blend, members, hidden)
      if (!seen) return null
      if (seen.blend.title !== null) return seen.blend.title
      const others = members.map(({ uid }) => uid).filter((uid) => uid !== viewer && !hidden.has(uid))
      const cards = await people.cards(others)
      return others.flatMap((uid) => cards.get(uid)?.name ?? []).join(', ')
    },

    async rename(viewer: Uid, id: string, title: string | null): Promise<Blend> {
      const seen = await openJoined(viewer, id)
      return change(viewer, seen, (tx) => tx.setTitle(id, title === null ? null : storable(title, 'title')))
    },

    /** @throws AppError 'not_connected', 'rate_limited', and 'wrong_state' when the blend would have too many members */
    async invite(viewer: Uid, id: string, uids: readonly Uid[]): Promise<Blend> {
      const seen = await openJoined(viewer, id)
      await assertBuddies(viewer, uids)
      limitInvitations(viewer)
      if (seen.blend.chatId !== null) throw new AppError('wrong_state', { viewer, blend: id })
      let added: Uid[] = []
      const blend = await change(viewer, seen, async (tx) => {
        const known = new Set(((await tx.members([id])).get(id) ?? []).map(({ uid }) => uid))
        added = [...new Set(uids)].filter((uid) => !known.has(uid))
        if (known.size + added.length > limits.blend.members) throw new AppError('wrong_state', { viewer, blend: id })
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
      const blend = await change(viewer, seen, async (tx) => {
        await tx.setMember(id, viewer, { state: 'joined', joined_at: clock.now() })
        await tx.closeToOutsiders(id)
        await tx.requireMix(id)
      })
      publish({ kind: 'blend.joined', by: viewer, blendId: id })
      return blend
    },

    /** Leaves, or declines. The user's items disappear at once. A blend of one ends; members of a group may come back to its blend. */
    async leave(viewer: Uid, id: string): Promise<void> {
      const { members } = await open(viewer, id)
      await db.transaction().execute((transaction) => removeMember(createBlendsStore(transaction), id, viewer))
      notify(id, members)
      publish({ kind: 'blend.left', by: viewer, blendId: id })
      if (!(await store.find(id))) publish({ kind: 'blend.ended', blendId: id })
    },

    /** Less or more of a member, for all. @throws AppError 'not_found' for users who have not joined */
    async adjust(viewer: Uid, id: string, uid: Uid, emphasis: BlendEmphasis): Promise<Blend> {
      const seen = await openJoined(viewer, id)
      const member = seen.members.find((one) => one.uid === uid)
      if (!member || !isJoined(member) || seen.hidden.has(uid)) throw new AppError('not_found', { viewer, blend: id })
      return change(viewer, seen, async (tx) => {
        await tx.setMember(id, uid, { emphasis })
        await tx.requireMix(id)
      })
    },

    /** Removes an item of the mix for all, or with `isBack` undoes that. */
    async removeItem(viewer: Uid, id: string, itemId: ItemId, { isBack = false } = {}): Promise<Blend> {
      const seen = await openJoined(viewer, id)
      const isInMix = seen.blend.mix?.items.some((one) => one.id === itemId)
      if (!isBack && !isInMix) throw new AppError('not_found', { viewer, blend: id })
      return change(viewer, seen, (tx) => (isBack ? tx.restoreItem(id, itemId) : tx.removeItem(id, itemId, clock.now())))
    },

    /** Whether the viewer wants people outside to see the blend. */
    async setOpen(viewer: Uid, id: string, wantsOpen: boolean): Promise<Blend> {
      const seen = await openJoined(viewer, id)
      return change(viewer, seen, (tx) => tx.setMember(id, viewer, { wants_open: wantsOpen }))
    },

    findOpen,

    /** As `findOpen`. @throws AppError 'not_found' unless all members opened the blend */
    async forOutsiders(id: string): Promise<OpenBlend> {
      const found = await findOpen(id)
      if (!found) throw new AppError('not_found', { blend: id })
      return found
    },

    /** Saves this week's mix as a list of the viewer. @throws AppError 'wrong_state' without a mix */
    async keep(viewer: Uid, id: string, title: string): Promise<KeptMix> {
      const { items } = await view(viewer, id)
      const seen = await openJoined(viewer, id)
      if (seen.blend.mixedAt === null || items.length === 0) throw new AppError('wrong_state', { viewer, blend: id })
      const kept = await store.keep(viewer, {
        id: newId(),
        blendId: id,
        mixedAt: seen.blend.mixedAt,
        title: storable(title, 'title'),
        items: items.map(({ item }) => item.id),
        keptAt: clock.now(),
      })
      const [shown] = await presentKept(kept ? [kept] : [])
      if (!shown) throw new AppError('wrong_state', { viewer, blend: id })
      return shown
    },

    /** See `broughtToBlends`. */
    brought: (viewer: Uid, since: Date) => broughtToBlends({ store, taste, people }, viewer, since),

    deleteKept: (viewer: Uid, id: string): Promise<void> => store.deleteKept(viewer, id),

    mixDue: weekly.mixDue,
  }

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
    notify(id, seen.members)
    for (const uid of invited) publish({ kind: 'blend.invited', by: viewer, to: uid, blendId: id })
    return present(viewer, seen)
  }

  async function presentKept(kept: readonly StoredKeptMix[]): Promise<KeptMix[]> {
    const items = await media.items([...new Set(kept.flatMap((one) => one.items))])
    return kept.map(({ id, title, keptAt, items: ids }) => ({
      id,
      title,
      kept_at: keptAt.toISOString(),
      items: ids.flatMap((one) => items.get(one) ?? []),
    }))
  }
}
