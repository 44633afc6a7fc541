import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { SafeQueue, SafeQueuePreview } from '#contract/chat/safe-queues.ts'
import { limits } from '#contract/limits.ts'
import type { Media } from '#server/features/media/media.service.ts'
import type { ContentMutes } from '#server/features/media/mutes/content-mutes.ts'
import type { Clock } from '#server/platform/clock.ts'
import { storable } from '#server/platform/i18n/text.ts'
import { createRateLimit } from '#server/platform/rate-limit/rate-limit.ts'
import type { Chat } from '../chat.service.ts'
import type { ChatId } from '../chat.types.ts'
import type { QueueChoice } from '../group-taste/group-taste.service.ts'
import type { SafeQueueStore, StoredQueue } from './safe-queues.store.ts'

export type NewQueue = QueueChoice & { id: string; name: string }

const QUEUES_AN_HOUR = 60
const HOUR_MS = 3_600_000

export type SafeQueueDeps = Pick<Chat, 'membersOf' | 'withoutHiddenAuthors'> & {
  clock: Clock
  store: SafeQueueStore
  media: Pick<Media, 'items'>
  mutedAmong: ContentMutes['mutedAmong']
  /** @throws AppError 'not_found' unless the viewer is a member of this group */
  choose: (viewer: Uid, chatId: ChatId, choice: QueueChoice) => Promise<SafeQueuePreview>
}

export type SafeQueues = ReturnType<typeof createSafeQueues>

/**
 * Posted safe queues of groups. A queue stays as it was when it was made: it names no member, so it reveals nothing about those who leave.
 * Other users, and those with a block between them and the author, get 'not_found'. What a viewer muted is left out for them.
 */
export function createSafeQueues({ clock, store, media, mutedAmong, membersOf, withoutHiddenAuthors, choose }: SafeQueueDeps) {
  const limit = createRateLimit({ clock, limit: QUEUES_AN_HOUR, windowMs: HOUR_MS })

  async function present(viewer: Uid, { id, chatId, name, fits, members, items: ids }: StoredQueue): Promise<SafeQueue> {
    const [foundItems, muted] = await Promise.all([media.items(ids), mutedAmong(viewer, ids)])
    const items = ids.flatMap((item) => foundItems.get(item) ?? [])
    const shown = items.filter((item) => !muted.has(item.id))
    return { id, chat_id: chatId, name, fits, members, items: shown, muted_items: items.length - shown.length }
  }

  async function getStored(viewer: Uid, id: string): Promise<StoredQueue> {
    const queue = await store.find(id)
    if (!queue) throw new AppError('not_found', { id })
    // Checks that the viewer is a member.
    if ((await withoutHiddenAuthors(viewer, queue.chatId, [{ sender: queue.author }])).length === 0) throw new AppError('not_found', { id })
    return queue
  }

  return {
    /**
     * Makes a queue of what is safe now. A repeated id returns the first queue.
     * @throws AppError 'not_found'; 'read_only' for a new member who may not write yet; 'wrong_state' if too few items are safe;
     * 'rate_limited'.
     */
    async create(viewer: Uid, chatId: ChatId, { id, name, ...choice }: NewQueue): Promise<SafeQueue> {
      const { mayWrite } = await membersOf(viewer, chatId)
      const earlier = await store.find(id)
      if (earlier) {
        if (earlier.author !== viewer || earlier.chatId !== chatId) throw new AppError('not_found', { id })
        return present(viewer, earlier)
      }
      if (!mayWrite) throw new AppError('read_only', { viewer, chatId })
      const { fits, members, items } = await choose(viewer, chatId, choice)
      if (items.length < limits.safeQueue.items.min) throw new AppError('wrong_state', { chatId, items: items.length })
      limit.assert(viewer)
      const queue = { id, chatId, author: viewer, name: storable(name, 'name'), fits, members, items: items.map((item) => item.id) }
      await store.add(queue, clock.now())
      return present(viewer, await getStored(viewer, id))
    },

    async get(viewer: Uid, id: string): Promise<SafeQueue> {
      return present(viewer, await getStored(viewer, id))
    },
  }
}
