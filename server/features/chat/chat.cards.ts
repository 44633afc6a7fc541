import type { Uid } from '#contract/base/ids.ts'
import type { StoredMessage } from './chat.types.ts'
import type { PollStore } from './polls/polls.store.ts'
import type { SafeQueueStore } from './safe-queues/safe-queues.store.ts'

type Referring = Pick<StoredMessage, 'chatId' | 'referenceItem'>
export type MessageCards = ReturnType<typeof createMessageCards>

/** The polls and safe queues that messages show as cards instead of their text. */
export function createMessageCards(polls: Pick<PollStore, 'find' | 'remove'>, queues: Pick<SafeQueueStore, 'find' | 'remove'>) {
  const idOf = ({ referenceItem }: Referring, prefix: string): string | undefined =>
    referenceItem.find((item) => item.startsWith(prefix))?.slice(prefix.length)

  return {
    /** Deletes the poll or queue that this message shows, if `author` created it. */
    async remove(message: Referring, author: Uid): Promise<void> {
      const [poll, queue] = [idOf(message, 'poll:'), idOf(message, 'queue:')]
      if (poll !== undefined) await polls.remove(poll, author)
      if (queue !== undefined) await queues.remove(queue, author)
    },

    /** What users wrote in the card of this message. The message's own text may say something else. */
    async textsOf(message: Referring): Promise<string[]> {
      const [pollId, queueId] = [idOf(message, 'poll:'), idOf(message, 'queue:')]
      const poll = pollId === undefined ? undefined : await polls.find(pollId)
      const queue = queueId === undefined ? undefined : await queues.find(queueId)
      const isHere = (card: { chatId: string } | undefined) => card?.chatId === message.chatId
      return [...(poll && isHere(poll) ? [poll.question, ...poll.options] : []), ...(queue && isHere(queue) ? [queue.name] : [])]
    },
  }
}
