import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { FileDeletions } from './file-deletions.ts'
import type { UploadsStore } from './uploads.store.ts'
import type { AttachmentKind, AttachmentRules, ProfileRules } from './uploads.types.ts'

const CHUNK = 200
/** Unattached pictures of this age are drafts that were never posted. */
const UNATTACHED_MS = 24 * 3_600_000
/** Storing takes seconds, so older pending uploads failed. */
const PENDING_MS = 3_600_000
const FIRST = '00000000-0000-0000-0000-000000000000'

export type CleanUpOptions = {
  store: UploadsStore
  deletions: Pick<FileDeletions, 'retryAll'>
  clock: Clock
  log: Log
  profiles: Pick<ProfileRules, 'onProfiles'>
  attachmentRules: ReadonlyMap<AttachmentKind, AttachmentRules>
}

/** Deletes unused pictures, and retries failed file deletions. */
export function createCleanUp({ store, deletions, clock, log, profiles, attachmentRules }: CleanUpOptions) {
  const before = (ms: number): Date => new Date(clock.now().getTime() - ms)

  /** Reads pictures page by page and deletes those that `unused` returns. */
  async function eachPage<T extends { id: string }>(
    page: (after: string) => Promise<T[]>,
    unused: (pictures: readonly T[]) => Promise<string[]>,
  ): Promise<number> {
    let count = 0
    for (let after = FIRST; ;) {
      const pictures = await page(after)
      const last = pictures.at(-1)
      if (!last) return count
      const ids = await unused(pictures)
      await store.remove(ids, clock.now())
      count += ids.length
      after = last.id
    }
  }

  const withoutProfilePictures = async (ids: readonly string[]): Promise<string[]> => {
    const shown = await profiles.onProfiles(ids)
    return ids.filter((id) => !shown.has(id))
  }

  const removeUnattached = () =>
    eachPage(
      async (after) => (await store.unattached(before(UNATTACHED_MS), after, CHUNK)).map((id) => ({ id })),
      (pictures) => withoutProfilePictures(pictures.map(({ id }) => id)),
    )

  const removeOrphaned = (of: AttachmentKind, { existing }: AttachmentRules) =>
    eachPage(
      (after) => store.attached(of, before(UNATTACHED_MS), after, CHUNK),
      async (pictures) => {
        const there = await existing([...new Set(pictures.map(({ holderId }) => holderId))])
        return withoutProfilePictures(pictures.filter(({ holderId }) => !there.has(holderId)).map(({ id }) => id))
      },
    )

  return {
    /** Deletes pictures that were unattached for a day, those of deleted content, and failed uploads. */
    async cleanUp(): Promise<void> {
      let count = await removeUnattached()
      for (const [of, rules] of attachmentRules) count += await removeOrphaned(of, rules)
      count += await store.removeStale(before(PENDING_MS), clock.now())
      await deletions.retryAll()
      if (count > 0) log.info({ count }, 'unused pictures deleted')
    },
  }
}
