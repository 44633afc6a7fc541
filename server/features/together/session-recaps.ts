import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { PersonCard } from '#contract/people.ts'
import type { NewTogetherItem, TogetherRecap } from '#contract/together.ts'
import type { Clock } from '#server/platform/clock.ts'
import { publicIdOf } from './timeline.ts'
import type { TogetherStore } from './together.store.ts'

const RECAPS = 50

export type SessionRecapDeps = {
  clock: Clock
  /**
   * The members of a conversation that the viewer may see, whether it is open (a group always is), and whether the viewer may write
   * there.
   * @throws AppError 'not_found' for other people's conversations and hidden people.
   */
  conversation(viewer: Uid, chatId: string): Promise<{ members: Uid[]; isOpen: boolean; mayWrite: boolean }>
  /** Filters these users to those whom a member of a conversation may see. */
  visible(viewer: Uid, chatId: string, uids: readonly Uid[]): Promise<Uid[]>
  cards(uids: readonly Uid[]): Promise<ReadonlyMap<Uid, PersonCard>>
  /** Which of these items the viewer has played before; in the same order. */
  knows(viewer: Uid, items: readonly NewTogetherItem[]): Promise<boolean[]>
}

/** The items that sessions have played. */
export function createSessionRecaps(deps: SessionRecapDeps, store: TogetherStore) {
  const { clock, conversation, cards } = deps

  /** @throws AppError 'not_found' unless the viewer is a member of the conversation of this session. */
  async function recap(viewer: Uid, sessionId: string): Promise<TogetherRecap> {
    const session = await store.byId(sessionId)
    if (!session) throw new AppError('not_found', { sessionId })
    await conversation(viewer, session.chatId)
    const { id, startedAt, endedAt, state } = session
    const members = await store.everyone(id)
    const uids = [
      ...members.map(({ uid }) => uid),
      ...state.played.flatMap(({ addedBy }) => addedBy ?? []),
      ...state.visits.map(({ by }) => by),
      ...state.marks.map(({ by }) => by),
    ]
    const [people, stored] = await Promise.all([
      deps.visible(viewer, session.chatId, [...new Set(uids)]).then(cards),
      deps.knows(viewer, state.played),
    ])
    const withNames = (of: readonly { uid: Uid }[]) =>
      of.flatMap(({ uid }) => (people.has(uid) ? [{ uid, name: people.get(uid)?.name ?? '' }] : []))
    return {
      id,
      chat_id: session.chatId,
      started_at: startedAt.toISOString(),
      ended_at: endedAt && endedAt.toISOString(),
      items: state.played.map(({ addedBy, ...item }, index) => ({
        ...item,
        brought_by: (addedBy && people.get(addedBy)?.name) ?? null,
        is_new: stored[index] === false,
        marks: state.marks.flatMap(({ about, by, emoji, position_ms }) =>
          about === publicIdOf(item) && people.has(by) ? [{ emoji, position_ms }] : [],
        ),
      })),
      members: withNames(members),
      saved_by: withNames(members.filter(({ savedAt }) => savedAt !== null)),
      visits: state.visits.flatMap(({ by, what, atMs }) => {
        const name = people.get(by)?.name
        return name === undefined ? [] : [{ name, what, at: new Date(atMs).toISOString() }]
      }),
    }
  }

  return {
    /** The items that a session has played. @throws AppError as `running`. */
    recap,

    /** The items that the latest ended sessions have played. @throws AppError as `running`. */
    async played(viewer: Uid, chatId: string): Promise<{ startedAt: Date; items: NewTogetherItem[] }[]> {
      await conversation(viewer, chatId)
      return (await store.listEnded(chatId, RECAPS)).map(({ startedAt, state }) => ({ startedAt, items: state.played }))
    },

    /** Ended sessions of this time in which the viewer took part and whose conversation the viewer can open; `people` are the others. */
    async listAttended(viewer: Uid, { since, until = clock.now() }: { since: Date; until?: Date }) {
      const sessions = await store.listEndedWith(viewer, { since, until, limit: RECAPS })
      const opened = sessions.map(async ({ chatId, startedAt, state, uids }) => {
        try {
          await conversation(viewer, chatId)
          const people = await deps.visible(viewer, chatId, uids)
          return [{ chatId, startedAt, people: people.filter((uid) => uid !== viewer), items: state.played }]
        } catch (error) {
          // A conversation that is closed to the viewer now.
          if (error instanceof AppError && (error.code === 'not_found' || error.code === 'forbidden')) return []
          throw error
        }
      })
      return (await Promise.all(opened)).flat()
    },

    /** Records that a member saved the list. @throws AppError as `running`; 'wrong_state' while it runs and for others. */
    async save(viewer: Uid, sessionId: string): Promise<TogetherRecap> {
      const { ended_at: endedAt, members } = await recap(viewer, sessionId)
      if (endedAt === null || !members.some(({ uid }) => uid === viewer)) throw new AppError('wrong_state', { sessionId })
      await store.save(sessionId, viewer, clock.now())
      return recap(viewer, sessionId)
    },
  }
}
