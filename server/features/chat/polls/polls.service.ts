import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import { limits } from '#contract/limits.ts'
import { type Poll, pollFrames } from '#contract/chat/polls.ts'
import { storable } from '#server/platform/i18n/text.ts'
import { createRateLimit } from '#server/platform/rate-limit/rate-limit.ts'
import type { ChatDeps } from '../chat.deps.ts'
import type { VisibleChat } from '../chat.queries.ts'
import type { ChatId } from '../chat.types.ts'
import { type Group, hiddenFrom } from '../groups/group-cache.ts'
import { assertMayWrite } from '../groups/group-limits.ts'
import type { PollStore, StoredPoll } from './polls.store.ts'

export type NewPoll = { id?: string | undefined; question: string; options: readonly string[]; takesSeveral: boolean; closesAt: Date }

const POLLS_AN_HOUR = 60
const HOUR_MS = 3_600_000

type Deps = Pick<ChatDeps, 'clock' | 'newId' | 'hub'> & {
  store: PollStore
  getVisibleChat: (viewer: Uid, chatId: ChatId) => Promise<VisibleChat>
  withoutHiddenAuthors: <T extends { sender: Uid | null }>(viewer: Uid, chatId: ChatId, items: readonly T[]) => Promise<T[]>
}

export type Polls = ReturnType<typeof createPolls>

/** Polls of groups, for their members. Others, and those with a block between them and the author, get 'not_found'. */
export function createPolls({ clock, newId, hub, store, getVisibleChat, withoutHiddenAuthors }: Deps) {
  const limit = createRateLimit({ clock, limit: POLLS_AN_HOUR, windowMs: HOUR_MS })

  async function getGroup(viewer: Uid, chatId: ChatId): Promise<Group> {
    const { group } = await getVisibleChat(viewer, chatId)
    if (!group) throw new AppError('not_found', { chatId })
    return group
  }

  async function find(viewer: Uid, id: string): Promise<{ poll: StoredPoll; group: Group }> {
    const poll = await store.find(id)
    if (!poll) throw new AppError('not_found', { id })
    const group = await getGroup(viewer, poll.chatId)
    if ((await withoutHiddenAuthors(viewer, poll.chatId, [{ sender: poll.author }])).length === 0) throw new AppError('not_found', { id })
    return { poll, group }
  }

  function mayClose(viewer: Uid, poll: StoredPoll, group: Group): boolean {
    const role = group.members.get(viewer)?.role
    return poll.author === viewer || role === 'owner' || role === 'admin'
  }

  /** Votes of members who left don't count. */
  async function present(viewer: Uid, poll: StoredPoll, group: Group): Promise<Poll> {
    const hidden = hiddenFrom(group, viewer)
    const votes = (await store.votes(poll.id)).filter(({ uid }) => group.joined.includes(uid) && !hidden.has(uid))
    const votersOf = (index: number) => votes.flatMap(({ uid, option }) => (option === index ? (group.cards.get(uid) ?? []) : []))
    return {
      id: poll.id,
      chat_id: poll.chatId,
      question: poll.question,
      options: poll.options.map((text, index) => ({ text, voters: votersOf(index) })),
      takes_several: poll.takesSeveral,
      closes_at: poll.closesAt.toISOString(),
      is_closed: poll.closesAt <= clock.now(),
      may_close: mayClose(viewer, poll, group),
    }
  }

  /** Members who can't see this user don't receive it. */
  function sendChanged(actor: Uid, { id }: StoredPoll, group: Group): void {
    const hidden = hiddenFrom(group, actor)
    hub.send(
      group.joined.filter((uid) => !hidden.has(uid)),
      pollFrames.poll_changed,
      { id },
    )
  }

  return {
    /**
     * Creates a poll. A repeated id returns the first poll.
     * @throws AppError 'invalid_input' for an end that is past or too far; 'read_only'; 'rate_limited'.
     */
    async create(viewer: Uid, chatId: ChatId, { id = newId(), question, options, takesSeveral, closesAt }: NewPoll): Promise<Poll> {
      const group = await getGroup(viewer, chatId)
      const earlier = await store.find(id)
      if (earlier) {
        if (earlier.author !== viewer || earlier.chatId !== chatId) throw new AppError('not_found', { id })
        return present(viewer, earlier, group)
      }
      const member = group.members.get(viewer)
      if (member) assertMayWrite(member, clock.now())
      const opensForMs = closesAt.getTime() - clock.now().getTime()
      if (opensForMs <= 0 || opensForMs > limits.poll.days * 24 * HOUR_MS)
        throw new AppError('invalid_input', { closesAt }, [{ field: 'closes_at', message: 'Choose a date within the next year.' }])
      limit.assert(viewer)
      const texts = { question: storable(question, 'question'), options: options.map((text) => storable(text, 'options')) }
      const poll = { id, chatId, author: viewer, ...texts, takesSeveral, closesAt }
      await store.add(poll, clock.now())
      return present(viewer, poll, group)
    },

    async get(viewer: Uid, id: string): Promise<Poll> {
      const { poll, group } = await find(viewer, id)
      return present(viewer, poll, group)
    },

    /** @throws AppError 'invalid_input' for unknown options, and several where one is allowed; 'wrong_state' after the end. */
    async vote(viewer: Uid, id: string, choices: readonly number[]): Promise<Poll> {
      const { poll, group } = await find(viewer, id)
      const options = [...new Set(choices)]
      if (options.some((option) => option >= poll.options.length) || (options.length > 1 && !poll.takesSeveral))
        throw new AppError('invalid_input', { id }, [{ field: 'options', message: 'This is not one of the options.' }])
      if (!(await store.vote(id, viewer, options, clock.now()))) throw new AppError('wrong_state', { id })
      sendChanged(viewer, poll, group)
      return present(viewer, poll, group)
    },

    /** @throws AppError 'forbidden'; 'wrong_state' after the end. */
    async close(viewer: Uid, id: string): Promise<Poll> {
      const { poll, group } = await find(viewer, id)
      if (!mayClose(viewer, poll, group)) throw new AppError('forbidden', { viewer, id })
      const now = clock.now()
      if (!(await store.close(id, now))) throw new AppError('wrong_state', { id })
      hub.send(group.joined, pollFrames.poll_changed, { id })
      return present(viewer, { ...poll, closesAt: now }, group)
    },
  }
}
