import type { Uid } from '#contract/base/ids.ts'
import { blendFrames } from '#contract/blends.ts'
import type { ItemId } from '#server/features/media/media.types.ts'
import type { IsTimeUp } from '#server/features/media/scheduled-tasks.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { PublishEvent } from '#server/platform/domain-events.ts'
import type { SocketHub } from '#server/platform/socket/socket-route.ts'
import type { BlendsStore, StoredBlend, StoredMember } from './blends.store.ts'
import { stillShown } from './blend-shares.ts'
import type { MembersTaste } from './members-taste.ts'
import { onlyStillShown, mix as chooseMix, type Mix, type MixMember, withoutMembers } from './mix.ts'
import { nextMixAt } from './next-mix.ts'
import { emptyMix, isJoined, type Seen } from './blends.present.ts'

type Deps = {
  store: BlendsStore
  taste: MembersTaste
  clock: Clock
  hub: Pick<SocketHub, 'send'>
  publish: PublishEvent
}

/** Members who open a blend get a mix that is due at once; this is for all others. */
export const blendSchedule = { name: 'blends.weekly', everyMs: 5 * 60_000 }

const DUE_AT_ONCE = 50
/** How long an item of a mix can count as brought by a member. */
const NOTED_MS = 400 * 24 * 3_600_000
/** The number of attempts to create a mix if the blend changes in the meantime. */
const MIX_ATTEMPTS = 3

export type WeeklyMixes = ReturnType<typeof createWeeklyMixes>

/** Chooses the mix of each week, and again after a change of the members. */
export function createWeeklyMixes({ store, taste, clock, hub, publish }: Deps) {
  const membersOf = async (id: string): Promise<StoredMember[]> => (await store.members([id])).get(id) ?? []

  /** Returns the blend with this week's mix, which is created now if it is due. */
  async function refreshed(id: string): Promise<StoredBlend | undefined> {
    for (let attempt = 0; attempt < MIX_ATTEMPTS; attempt++) {
      const blend = await store.find(id)
      if (!blend || !isDue(blend, clock.now())) return blend
      // A blend that changed in the meantime is read and mixed again.
      if (await mixAgain(blend)) await announceMix(blend)
    }
    return store.find(id)
  }

  async function mixAgain(blend: StoredBlend): Promise<boolean> {
    const now = clock.now()
    const isNewWeek = blend.nextMixAt <= now
    const nextAt = isNewWeek ? nextMixAt(now, blend.timeZone) : blend.nextMixAt
    const joined = (await membersOf(blend.id)).filter(isJoined)
    const [{ members, items }, removedItems] = await Promise.all([taste.candidates(joined, blend.kind), store.removedItems([blend.id])])
    const removed = removedItems.get(blend.id) ?? []
    const chosen = chooseMix(
      members,
      items.filter((item) => !removed.includes(item.id)),
      `${blend.id} ${nextAt.toISOString()}`,
    )
    const previous = blend.mix?.items.map((item) => item.id) ?? null
    const before = isNewWeek ? previous : (blend.mix?.before ?? null)
    const isFirst = blend.mixedAt === null || isNewWeek
    const mixedAt = isFirst ? now : (blend.mixedAt ?? now)
    const notes = { at: now, since: new Date(now.getTime() - NOTED_MS), ended: await itemsNoLongerShown(blend, joined) }
    return store.saveMix(blend, { ...chosen, before }, { mixedAt, nextMixAt: nextAt }, notes)
  }

  /** Noted items that the members who brought them no longer show, such as those of an account that they disconnected. */
  async function itemsNoLongerShown({ id, kind }: StoredBlend, members: readonly StoredMember[]): Promise<ItemId[]> {
    const previousItems = await store.notedItems([id], new Date(0))
    const still = new Set(await stillShown(taste, [{ kind, members, noted: previousItems }]))
    return previousItems.filter((item) => !still.has(item)).map(({ itemId }) => itemId)
  }

  /** After a new mix: open pages load it, and in a new week the members are notified. */
  async function announceMix({ id, nextMixAt: dueAt }: StoredBlend): Promise<void> {
    const members = await membersOf(id)
    notify(id, members)
    const mixed = await store.find(id)
    if (!mixed?.mix?.before || mixed.nextMixAt <= dueAt || mixed.mix.items.length === 0) return
    publish({ kind: 'blend.mixed', to: members.filter(isJoined).map(({ uid }) => uid), blendId: id })
  }

  /** Notifies the members of a blend, who load it again. */
  function notify(id: string, members: readonly StoredMember[], also: readonly Uid[] = []): void {
    hub.send([...members.map(({ uid }) => uid), ...also], blendFrames.blend_changed, { blend_id: id })
  }

  /** The mix of each blend as the viewer may see it now, and the items removed for all. */
  async function visibleMixes(all: readonly Seen[]): Promise<{ mix: Mix; tastes: MixMember[]; removed: readonly ItemId[] }[]> {
    const removed = await store.removedItems(all.map(({ blend }) => blend.id))
    const stored = all.map(({ blend, members }) => {
      const [mix, gone] = [blend.mix ?? emptyMix, removed.get(blend.id) ?? []]
      const ids = mix.items.map((item) => item.id).filter((id) => !gone.includes(id))
      return { mix, gone, group: { members: members.filter(isJoined), ids, kind: blend.kind } }
    })
    const current = await taste.current(stored.map(({ group }) => group))
    return stored.map(({ mix, gone }, index) => {
      const { members, items } = current[index] ?? { members: [], items: new Map() }
      return { mix: withoutMembers(onlyStillShown(mix, members, items), all[index]?.hidden ?? new Set()), tastes: members, removed: gone }
    })
  }

  /**
   * Mixes all blends whose Monday has come. Each is mixed once, even by several servers. One that fails delays no other. Those
   * left when the time is up are still due.
   * @throws the errors of those that failed, at the end
   */
  async function mixDue(isTimeUp: IsTimeUp = () => false): Promise<void> {
    const failures = new Map<string, unknown>()
    while (!isTimeUp()) {
      const ids = await store.listDue(clock.now(), DUE_AT_ONCE, [...failures.keys()])
      if (ids.length === 0) break
      for (const id of ids) {
        if (isTimeUp()) break
        await refreshed(id).catch((error: unknown) => failures.set(id, error))
      }
    }
    if (failures.size > 0) throw new AggregateError(failures.values(), `mixes that failed: ${failures.size}`)
  }

  return { membersOf, refreshed, visibleMixes, notify, mixDue }
}

const isDue = ({ version, mixedVersion, nextMixAt: at }: StoredBlend, now: Date): boolean => mixedVersion < version || at <= now
