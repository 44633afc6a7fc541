import type { Uid } from '#contract/base/ids.ts'
import type { GroupPicks, NewMember, TasteMap } from '#contract/taste/group-taste.ts'
import type { QueueMood, SafeQueuePreview } from '#contract/chat/safe-queues.ts'
import { limits } from '#contract/limits.ts'
import type { PersonCard } from '#contract/people.ts'
import { PRINT_BARS } from '#contract/taste/print.ts'
import type { MatchFilter } from '#contract/taste/taste.ts'
import type { PrivacySettings } from '#contract/identity/privacy.ts'
import type { MixMember } from '#server/features/blends/mix.ts'
import { createMembersTaste, type MemberTaste, type MembersTasteDeps } from '#server/features/blends/members-taste.ts'
import type { MatchEngine } from '#server/features/matching/index/index-engine.ts'
import type { Couple } from '#server/features/matching/index/pairs.ts'
import { shownPercent } from '#server/features/matching/shown-percent.ts'
import type { ItemId } from '#server/features/media/media.types.ts'
import type { ContentMutes } from '#server/features/media/mutes/content-mutes.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { GroupOfMember } from '../groups/groups.service.ts'
import { fillMinutes, lessons, itemsOnlyTwoLove, moodsOf, safeItems } from './group-picks.ts'
import { areasOf, bridgesOf, commonBars, type MapMember, type MapPair, percentsOf, placesOf } from './taste-map.ts'

export type GroupTasteDeps = Omit<MembersTasteDeps, 'index' | 'people'> & {
  clock: Clock
  index: MembersTasteDeps['index'] & Pick<MatchEngine, 'pairTotals' | 'raritiesOf'>
  people: MembersTasteDeps['people'] & {
    cards(uids: readonly Uid[]): Promise<ReadonlyMap<Uid, PersonCard>>
    hiddenFrom(viewer: Uid): Promise<ReadonlySet<Uid>>
    privacy(uids: readonly Uid[]): Promise<ReadonlyMap<Uid, PrivacySettings>>
    /** The viewer's match with each of these users who shows it, as everywhere else. */
    percents(viewer: Uid, uids: readonly Uid[]): Promise<ReadonlyMap<Uid, number>>
  }
  /** See `Groups.getForMember`. */
  groupOf: (viewer: Uid, chatId: string) => Promise<GroupOfMember>
  /** Items, artists and channels that any of these users wants less of. */
  disliked: (uids: readonly Uid[]) => Promise<readonly ItemId[]>
  mutedAmong: ContentMutes['mutedAmong']
  /** How many of the latest messages of this chat each of these users wrote; users without any may be missing. */
  countMessages: (chatId: string, uids: readonly Uid[]) => Promise<ReadonlyMap<Uid, number>>
}

export type GroupTaste = ReturnType<typeof createGroupTaste>

const MAX_PAIRS = 300
const ITEMS_PER_MEMBER = 200
const NEW_FOR_MS = 14 * 24 * 3_600_000
const MAX_NEW = 6
const MAX_MOODS = 8
/** With fewer members, a missing item would reveal whose "less like this" it is. */
const MEMBERS_WHO_DISLIKE = 3

export type QueueChoice = { minutes: number; kind: MatchFilter; mood?: QueueMood | undefined }

/** `visible`, `tastes`: the members of a group whom the viewer sees. `all`: what every member shows to the group. */
type Seen = {
  chatId: string
  group: GroupOfMember
  visible: Uid[]
  tastes: Map<Uid, MemberTaste>
  all: MemberTaste[]
  cards: ReadonlyMap<Uid, PersonCard>
}

/** The common taste of a group's members, as far as they show it to each other. Every function first checks that the caller is a member. */
export function createGroupTaste(deps: GroupTasteDeps) {
  const { clock, index, media, people } = deps
  const { open, matches, chooseFrom, notMuted } = createGroupReader(deps)

  return {
    /** Decision 0044. @throws AppError 'not_found' for users who are not members */
    async map(viewer: Uid, chatId: string): Promise<TasteMap> {
      const seen = await open(viewer, chatId)
      const { visible, tastes, cards, group } = seen
      const { placed, pairs } = await matches(seen)
      const members = placed.map((uid): MapMember => ({
        uid,
        since: group.joinedAt.get(uid)?.getTime() ?? 0,
        print: tastes.get(uid)?.member.print ?? [],
      }))
      const percentOf = percentsOf(pairs)
      const places = placesOf(members, percentOf)
      const mine = await people.percents(
        viewer,
        placed.filter((uid) => uid !== viewer),
      )
      const printOf = (uid: Uid) => tastes.get(uid)?.member.print ?? []
      // The viewer's own matches are the same as on all other pages.
      const ownPercent = ({ one, other, percent }: MapPair) =>
        (one === viewer ? mine.get(other) : other === viewer ? mine.get(one) : null) ?? percent
      return {
        members: visible.flatMap((uid) => {
          const person = cards.get(uid)
          return person ? [{ person, place: places.get(uid) ?? null }] : []
        }),
        pairs: pairs
          .map((pair) => ({ ...pair, percent: ownPercent(pair), bars: commonBars(printOf(pair.one), printOf(pair.other)) }))
          .toSorted((a, b) => b.percent - a.percent || (`${a.one} ${a.other}` < `${b.one} ${b.other}` ? -1 : 1))
          .slice(0, MAX_PAIRS),
        areas: areasOf(members, percentOf),
        bridges: bridgesOf(members, percentOf),
      }
    },

    /** @throws AppError 'not_found' for users who are not members */
    async picks(viewer: Uid, chatId: string): Promise<GroupPicks> {
      const seen = await open(viewer, chatId)
      const { members, active, playable, disliked } = await chooseFrom(seen, 'all')
      const isShown = await notMuted(viewer, playable)
      const safe = safeItems(active, playable, disliked).filter(isShown).slice(0, limits.safeQueue.items.max)
      const lessonItems = (members.length > 1 ? lessons(members, playable, disliked) : []).filter(
        (lesson) => isShown(lesson) && seen.visible.includes(lesson.by),
      )
      const items = await media.items([...safe, ...lessonItems].map(({ id }) => id))
      const { cards } = seen
      return {
        members: active.length,
        safe: safe.flatMap(({ id, fits }) => {
          const item = items.get(id)
          return item ? [{ item, fits }] : []
        }),
        lessons: lessonItems.flatMap(({ id, by }) => {
          const [item, person] = [items.get(id), cards.get(by)]
          return item && person ? [{ item, by: person }] : []
        }),
      }
    },

    /**
     * What a safe queue that the viewer makes has now. `fits`: the least number of members whom one of its items fits.
     * @throws AppError 'not_found' for users who are not members
     */
    async safeQueue(viewer: Uid, chatId: string, { minutes, kind, mood }: QueueChoice): Promise<SafeQueuePreview> {
      const { active, playable, disliked } = await chooseFrom(await open(viewer, chatId), kind)
      const playableById = new Map(playable.map((item) => [item.id, item]))
      const allSafe = safeItems(active, playable, disliked)
      const [items, isShown] = await Promise.all([media.items(allSafe.map(({ id }) => id)), notMuted(viewer, playable)])
      const safe = allSafe.filter(isShown)
      const bar = mood === undefined ? -1 : PRINT_BARS.indexOf(mood)
      const inMood = safe.filter(({ id }) => bar < 0 || playableById.get(id)?.bars.includes(bar)).flatMap(({ id }) => items.get(id) ?? [])
      const chosen = fillMinutes(inMood, minutes, [...items.values()])
      const fitsById = new Map(safe.map(({ id, fits }) => [id, fits]))
      const moods = moodsOf(
        safe.flatMap(({ id }) => playableById.get(id) ?? []),
        limits.safeQueue.items.min,
      )
      return {
        fits: chosen.length === 0 ? 0 : Math.min(...chosen.map(({ id }) => fitsById.get(id) ?? 0)),
        members: active.length,
        items: chosen,
        moods: moods.slice(0, MAX_MOODS).flatMap(({ bar: at, count }) => {
          const name = PRINT_BARS[at]
          return name === undefined ? [] : [{ mood: name, count }]
        }),
      }
    },

    /**
     * Members who joined in the last two weeks, the latest first, with items that only they and the viewer love; all members for a viewer
     * who is new.
     * @throws AppError 'not_found' for users who are not members
     */
    async newMembers(viewer: Uid, chatId: string): Promise<NewMember[]> {
      const { group, visible, tastes, cards } = await open(viewer, chatId)
      const since = clock.now().getTime() - NEW_FOR_MS
      const joinedAt = (uid: Uid) => group.joinedAt.get(uid)?.getTime() ?? 0
      const isNew = joinedAt(viewer) >= since
      const shown = visible.filter((uid) => uid !== viewer && (isNew || joinedAt(uid) >= since))
      const members = [...tastes.values()].map(({ member }) => member)
      const ids = [...new Set(members.flatMap(({ loves, creators }) => [...loves.keys(), ...creators.keys()]))]
      const rarities = new Map((await index.raritiesOf(ids)).map((rarity, position) => [ids[position], rarity]))
      const only = itemsOnlyTwoLove(members, viewer, (id) => rarities.get(id) ?? 0)
      const items = await media.items([...only.values()])
      return shown
        .toSorted((a, b) => Number(only.has(b)) - Number(only.has(a)) || joinedAt(b) - joinedAt(a) || (a < b ? -1 : 1))
        .slice(0, MAX_NEW)
        .flatMap((uid) => {
          const person = cards.get(uid)
          const item = items.get(only.get(uid) ?? '') ?? null
          return person ? [{ person, joined_at: new Date(joinedAt(uid)).toISOString(), item }] : []
        })
    },
  }
}

/** The members who wrote most of the latest messages; then by id, so that all viewers get the same ones. */
const mostActive = (members: readonly MixMember[], counts: ReadonlyMap<Uid, number>): MixMember[] =>
  members
    .toSorted((a, b) => (counts.get(b.uid) ?? 0) - (counts.get(a.uid) ?? 0) || (a.uid < b.uid ? -1 : 1))
    .slice(0, limits.safeQueue.members)

/** Reads what the members of a group show each other. */
function createGroupReader(deps: GroupTasteDeps) {
  const { index, people, groupOf } = deps
  const membersTaste = createMembersTaste(deps)

  /** @throws AppError 'not_found' for users who are not members */
  async function open(viewer: Uid, chatId: string): Promise<Seen> {
    const [group, hidden] = await Promise.all([groupOf(viewer, chatId), people.hiddenFrom(viewer)])
    const [all, cards] = await Promise.all([membersTaste.ofGroup(group.members), people.cards(group.members)])
    const visible = group.members.filter((uid) => !hidden.has(uid) && cards.has(uid))
    const tastes = new Map(all.filter(({ member }) => visible.includes(member.uid)).map((taste) => [taste.member.uid, taste]))
    return { chatId, group, visible, tastes, all: all.filter(({ member }) => cards.has(member.uid)), cards }
  }

  /** The members who show their match to all others, and the matches that two of them both show at this closeness. */
  async function matches({ visible, tastes }: Seen): Promise<{ placed: Uid[]; pairs: MapPair[] }> {
    const settings = await people.privacy(visible)
    const placed = visible.filter((uid) => {
      const audience = settings.get(uid)?.match
      return audience === 'everyone' || (audience === 'buddies' && tastes.get(uid)?.closeness === 'buddies')
    })
    const isClose = (uid: Uid) => tastes.get(uid)?.closeness === 'buddies'
    const couples = placed.flatMap((place, position) =>
      placed.slice(position + 1).map((other): Couple => [place, other, isClose(place) && isClose(other) ? 'buddies' : 'everyone']),
    )
    const totals = await index.pairTotals(couples)
    const pairs = couples.flatMap(([one, other], position): MapPair[] => {
      const total = totals[position]
      const percent = total ? shownPercent(total) : null
      return percent === null ? [] : [{ one, other, percent }]
    })
    const uids = new Set(pairs.flatMap(({ one, other }) => [one, other]))
    return { placed: placed.filter((uid) => uids.has(uid)), pairs }
  }

  /**
   * What picks are chosen from: the same for all members, also with a block between two of them. Otherwise a member could block another
   * for a moment, and see from the numbers what doesn't fit them. `active`: those for whom a safe queue is made.
   */
  async function chooseFrom({ chatId, all }: Seen, filter: MatchFilter) {
    const members = all.map(({ member }) => member).filter(({ loves, creators }) => loves.size + creators.size > 0)
    const uids = all.map(({ member }) => member.uid)
    const ids = all.flatMap(({ loved }) => loved.filter(({ kind }) => kind === 'track' || kind === 'video').slice(0, ITEMS_PER_MEMBER))
    const [playable, disliked, counts] = await Promise.all([
      membersTaste.playable([...new Set(ids.map(({ itemId }) => itemId))], filter),
      members.length < MEMBERS_WHO_DISLIKE ? [] : deps.disliked(uids),
      members.length > limits.safeQueue.members ? deps.countMessages(chatId, uids) : new Map<Uid, number>(),
    ])
    return { members, active: mostActive(members, counts), playable: [...playable.values()], disliked: new Set(disliked) }
  }

  async function notMuted(viewer: Uid, items: readonly { id: ItemId }[]): Promise<(item: { id: ItemId }) => boolean> {
    const ids = items.map(({ id }) => id)
    const muted = await deps.mutedAmong(viewer, ids)
    return ({ id }) => !muted.has(id)
  }

  return { open, matches, chooseFrom, notMuted }
}
