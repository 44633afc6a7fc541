import type { Uid } from '#contract/base/ids.ts'
import { type Blend, type BlendSummary, type KeptMix, type OpenBlend } from '#contract/blends.ts'
import { totalDuration } from '#contract/durations.ts'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { Item } from '#contract/media.ts'
import type { PersonCard } from '#contract/people.ts'
import type { ContentMutes } from '#server/features/media/mutes/content-mutes.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { PublishEvent } from '#server/platform/domain-events.ts'
import { decodeTimeCursor, encodeTimeCursor, pageOf } from '#server/platform/page-cursor.ts'
import type { SocketHub } from '#server/platform/socket/socket-route.ts'
import type { BlendsStore, StoredBlend, StoredKeptMix, StoredMember } from './blends.store.ts'
import type { MembersTaste, MembersTasteDeps } from './members-taste.ts'
import { onlyStillShown } from './mix.ts'
import { coverBars, emptyMix, isJoined, isOpen, type Seen, seenBy, summaryOf } from './blends.present.ts'
import type { WeeklyMixes } from './weekly-mixes.ts'

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
  isSuspended: (uid: Uid) => boolean
  publish: PublishEvent
  /** Limits invitations of one user. @throws AppError 'rate_limited' */
  limitInvitations: (uid: Uid) => void
}

/** The dependencies of the blend functions. */
export type BlendParts = BlendsDeps & { store: BlendsStore; taste: MembersTaste; weekly: WeeklyMixes }

const BLENDS_PER_PAGE = 24

export type BlendAccess = ReturnType<typeof createBlendAccess>

/** Who may open a blend. Also invites those who have joined its group in the meantime. */
export function createBlendAccess(deps: BlendParts) {
  const { store, clock, people, publish } = deps
  const { membersOf } = deps.weekly

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
    const memberIds = new Set(members.map(({ uid }) => uid))
    const added = group.members.filter((uid) => !memberIds.has(uid))
    if (added.length === 0) return members
    await store.addMembers(blend, added, 'invited', null, clock.now())
    const { madeBy } = blend
    if (madeBy !== null)
      for (const to of added.filter((uid) => uid !== viewer && uid !== madeBy))
        publish({ kind: 'blend.invited', by: madeBy, to, blendId: blend.id })
    return membersOf(blend.id)
  }

  /** Like `open`, but only for members who have agreed. @throws AppError 'wrong_state' for invited users */
  async function openJoined(viewer: Uid, id: string): Promise<Seen> {
    const seen = await open(viewer, id)
    if (seen.mine.state !== 'joined') throw new AppError('wrong_state', { viewer, blend: id })
    return seen
  }

  return { open, openJoined }
}

export type BlendViews = ReturnType<typeof createBlendViews>

/** A blend as its members see it. */
export function createBlendViews(deps: BlendParts, { open }: BlendAccess) {
  const { store, people, media, weekly } = deps
  const { membersOf, refreshed } = weekly

  async function present(viewer: Uid, seen: Seen): Promise<Blend> {
    const { blend, members, hidden, mine } = seen
    const visible = members.filter(({ uid }) => !hidden.has(uid))
    const [shown] = mine.state === 'joined' ? await weekly.visibleMixes([seen]) : []
    const { mix, tastes, removed } = shown ?? { mix: emptyMix, tastes: [], removed: [] }
    const ids = [...mix.items.map((item) => item.id), ...removed]
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

  return {
    present,
    view,

    /** The blend of a group, without its mix; null if nobody has made one. @throws AppError 'not_found' for users who are not members */
    async getForGroup(viewer: Uid, chatId: string): Promise<BlendSummary | null> {
      await deps.groupOf(viewer, chatId)
      const found = await store.findByGroup(chatId)
      if (!found) return null
      const { items, muted_items: _muted, ...blend } = await view(viewer, found.id)
      return { ...blend, ...sizeOf(items.map(({ item }) => item)) }
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
  }
}

/** A page of the viewer's blends, and with the first one the saved mixes. @throws AppError 'invalid_input' for an invalid cursor */
export async function listBlends(
  deps: BlendParts,
  viewer: Uid,
  cursor?: string,
): Promise<{ blends: BlendSummary[]; kept: KeptMix[]; next: string | null }> {
  const { store, people, weekly } = deps
  const after = decodeTimeCursor(cursor)
  const [found, hidden, saved] = await Promise.all([
    store.listOf(viewer, BLENDS_PER_PAGE + 1, after),
    people.hiddenFrom(viewer),
    after === null ? store.listKept(viewer, limits.blend.kept) : [],
  ])
  const { shown: listed, next } = pageOf(found, BLENDS_PER_PAGE, ({ id, createdAt }) => encodeTimeCursor({ id, at: createdAt }))
  const members = await store.members(listed.map(({ id }) => id))
  const seen = listed.flatMap((blend) => seenBy(viewer, blend, members.get(blend.id) ?? [], hidden) ?? [])
  const cards = await people.cards([...new Set(seen.flatMap((blend) => blend.members.map(({ uid }) => uid)))])
  const joined = seen.filter(({ mine }) => mine.state === 'joined')
  const mixes = await weekly.visibleMixes(joined)
  const shownOf = new Map(joined.map((blend, index) => [blend, mixes[index]]))
  const ids = [...new Set(mixes.flatMap(({ mix }) => mix.items.map(({ id }) => id)))]
  const [muted, known] = await Promise.all([deps.mutedAmong(viewer, ids), deps.media.items(ids)])
  const blends = seen.map((entry) => {
    const { mix, tastes } = shownOf.get(entry) ?? { mix: emptyMix, tastes: [] }
    const visible = entry.members.filter(({ uid }) => !hidden.has(uid))
    const items = mix.items.filter(({ id }) => !muted.has(id)).flatMap(({ id }) => known.get(id) ?? [])
    return { ...summaryOf(viewer, entry.blend, visible, cards, { mix, tastes }), ...sizeOf(items) }
  })
  return { blends, kept: await presentKeptMixes(deps.media, saved), next }
}

const sizeOf = (items: readonly Item[]): Pick<BlendSummary, 'items' | 'tracks' | 'duration'> => ({
  items: items.length,
  tracks: items.filter(({ kind }) => kind === 'track').length,
  duration: totalDuration(items),
})

/** Blends as people outside see them. */
export function createOpenBlends({ store, people, media, taste, weekly, isSuspended }: BlendParts) {
  const { membersOf, refreshed } = weekly

  /** A blend that all members opened, with what they show everyone; null otherwise, and while a member is suspended. */
  async function findOpen(id: string): Promise<OpenBlend | null> {
    const [blend, members, removed] = [await refreshed(id), await membersOf(id), (await store.removedItems([id])).get(id) ?? []]
    if (!blend?.mix || !isOpen(members)) return null
    const joined = members.filter(isJoined)
    if (joined.some(({ uid }) => isSuspended(uid))) return null
    const ids = blend.mix.items.map((item) => item.id).filter((itemId) => !removed.includes(itemId))
    const [current] = await taste.current([{ members: joined, ids, kind: blend.kind }], 'everyone')
    if (!current) return null
    const { items } = onlyStillShown(blend.mix, current.members, current.items)
    const [cards, found] = await Promise.all([people.cards(joined.map(({ uid }) => uid)), media.items(items.map((item) => item.id))])
    return {
      id,
      title: blend.title,
      kind: blend.kind,
      members: current.members.flatMap((member) => {
        const card = cards.get(member.uid)
        return card ? [{ name: card.name, bars: coverBars(member) }] : []
      }),
      items: items.flatMap((entry) => {
        const item = found.get(entry.id)
        return item ? [{ item, fits: entry.fits.length }] : []
      }),
    }
  }

  return {
    findOpen,

    /** Like `findOpen`. @throws AppError 'not_found' unless all members opened the blend and none is suspended */
    async getOpen(id: string): Promise<OpenBlend> {
      const found = await findOpen(id)
      if (!found) throw new AppError('not_found', { blend: id })
      return found
    },
  }
}

/** Without items that the catalog no longer has. */
export async function presentKeptMixes(media: Pick<BlendsDeps['media'], 'items'>, kept: readonly StoredKeptMix[]): Promise<KeptMix[]> {
  const items = await media.items([...new Set(kept.flatMap((mix) => mix.items))])
  return kept.map(({ id, title, keptAt, items: ids }) => ({
    id,
    title,
    kept_at: keptAt.toISOString(),
    items: ids.flatMap((entry) => items.get(entry) ?? []),
  }))
}
