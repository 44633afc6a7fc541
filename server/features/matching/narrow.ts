import type { Uid } from '#contract/base/ids.ts'
import type { PrivacySettings } from '#contract/identity/privacy.ts'
import type { Clock } from '#server/platform/clock.ts'

export type UserFilterDeps = {
  speaking: (uids: readonly Uid[], language: string) => Promise<ReadonlySet<Uid>>
  seenSince: (uids: readonly Uid[], since: Date) => Promise<ReadonlySet<Uid>>
  joinedSince: (uids: readonly Uid[], since: Date) => Promise<ReadonlySet<Uid>>
  privacy: (uids: readonly Uid[]) => Promise<ReadonlyMap<Uid, Pick<PrivacySettings, 'presence'>>>
  clock: Clock
}

export type FilterUsers = (
  uids: readonly Uid[],
  by: { language?: string | undefined; activeWithinDays?: number | undefined },
) => Promise<Set<Uid>>

const DAY_MS = 24 * 3_600_000

/** Filters users by language and recent activity; users who hide their presence don't count as active. */
export function createUserFilter({ speaking, seenSince, joinedSince, privacy, clock }: UserFilterDeps): FilterUsers {
  async function filterActive(uids: readonly Uid[], days: number): Promise<Set<Uid>> {
    const since = new Date(clock.now().getTime() - days * DAY_MS)
    const [seen, joined, settings] = await Promise.all([seenSince(uids, since), joinedSince(uids, since), privacy(uids)])
    return new Set(uids.filter((uid) => (seen.has(uid) || joined.has(uid)) && settings.get(uid)?.presence !== false))
  }

  return async (uids, { language, activeWithinDays }) => {
    const speakers = language === undefined ? new Set(uids) : await speaking(uids, language)
    return activeWithinDays === undefined ? new Set(speakers) : filterActive([...speakers], activeWithinDays)
  }
}
