import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { FileDeletions } from './file-deletions.ts'
import type { UploadsStore } from './uploads.store.ts'
import type { AttachmentKind, AttachmentRules, ProfileRules } from './uploads.types.ts'

const CHUNK = 200
/** A picture that nobody put anywhere for this long was given up: a draft that was never posted. */
const UNATTACHED_MS = 24 * 3_600_000
/** Storing takes seconds; what arrives for longer never will. */
const ARRIVING_MS = 3_600_000
const FIRST = '00000000-0000-0000-0000-000000000000'

export type CleanUpOptions = {
  store: UploadsStore
  deletions: Pick<FileDeletions, 'retryAll'>
  clock: Clock
  log: Log
  profiles: Pick<ProfileRules, 'onProfiles'>
  attachmentRules: ReadonlyMap<AttachmentKind, AttachmentRules>
}

/** Removes pictures that nobody needs any more, and retries deleting files that are still there. */
export function createCleanUp({ store, deletions, clock, log, profiles, attachmentRules }: CleanUpOptions) {
  const before = (ms: number): Date => new Date(clock.now().getTime() - ms)

  /** Takes pages of pictures by id, and lets go of those that `gone` names. */
  async function eachPage<T extends { id: string }>(
    page: (after: string) => Promise<T[]>,
    gone: (pictures: readonly T[]) => Promise<string[]>,
  ): Promise<number> {
    let count = 0
    for (let after = FIRST; ;) {
      const pictures = await page(after)
      const last = pictures.at(-1)
      if (!last) return count
      const ids = await gone(pictures)
      await store.remove(ids, clock.now())
      count += ids.length
      after = last.id
    }
  }

  const withoutThoseOnProfiles = async (ids: readonly string[]): Promise<string[]> => {
    const shown = await profiles.onProfiles(ids)
    return ids.filter((id) => !shown.has(id))
  }

  const removeUnattached = () =>
    eachPage(
      async (after) => (await store.unattached(before(UNATTACHED_MS), after, CHUNK)).map((id) => ({ id })),
      (pictures) => withoutThoseOnProfiles(pictures.map(({ id }) => id)),
    )

  const removeOrphaned = (of: AttachmentKind, { existing }: AttachmentRules) =>
    eachPage(
      (after) => store.attached(of, before(UNATTACHED_MS), after, CHUNK),
      async (pictures) => {
        const there = await existing([...new Set(pictures.map(({ holderId }) => holderId))])
        return withoutThoseOnProfiles(pictures.filter(({ holderId }) => !there.has(holderId)).map(({ id }) => id))
      },
    )

  return {
    /** Finds pictures that hang on nothing, or on something that is gone, for a day; removes them and what a crash left behind. */
    async cleanUp(): Promise<void> {
      let count = await removeUnattached()
      for (const [of, rules] of attachmentRules) count += await removeOrphaned(of, rules)
      count += await store.removeStale(before(ARRIVING_MS), clock.now())
      await deletions.retryAll()
      if (count > 0) log.info({ count }, 'pictures that nobody needs any more were removed')
    },
  }
}
