import { randomUUID } from 'node:crypto'
import { beforeEach } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import type { NewTogetherItem, TogetherCommand, TogetherSession } from '#contract/together.ts'
import { createChatStore } from '#server/features/chat/chat.store.ts'
import { database, setUpChat, world } from '#server/features/chat/chat.test-world.ts'
import { createTogether, type TogetherDeps } from './together.service.ts'

export { database, world }

export const track: NewTogetherItem = {
  side: 'sound',
  title: 'Tezeta',
  by: 'Mulatu Astatke',
  spotify_id: '0'.repeat(22),
  youtube_id: 'a'.repeat(11),
}

export let anna: Uid
export let ben: Uid
export let cleo: Uid
export let chatId: string
export let announced: string[][] = []
/** Starts a database for the tests of a file, and before each test three users; two of them are buddies. */
export function useTogetherWorld(): void {
  setUpChat()
  beforeEach(async () => {
    announced = []
    ;[anna, ben] = await world.buddies('Anna', 'Ben')
    cleo = await world.stranger('Cleo')
    chatId = (await world.chat.open(anna, ben)).chat_id
    world.hub.takeFrames()
  })
}

/** The service with conversations like those of chat. */
export function aTogether(change: Partial<TogetherDeps> = {}) {
  return createTogether({
    db: database.db,
    hub: world.hub,
    clock: world.clock,
    newId: randomUUID,
    conversation: async (viewer, id) => {
      const { person, can_attach: isOpen } = await world.chat.get(viewer, id)
      return { members: [viewer, person.uid], isOpen, mayWrite: isOpen }
    },
    everyone: (tx, id) => createChatStore(tx).listMembers(id),
    hiddenAmong: world.chat.groups.hiddenAmong,
    visible: async (_viewer, _chatId, uids) => [...uids],
    cards: (uids) => world.profiles.cards(uids),
    findElsewhere: async (item) => item,
    announce: async (by, id, sessionId) => void announced.push([by, id, sessionId]),
    knows: async (_, items) => items.map(({ title }) => title === 'Known'),
    log: { warn: () => undefined },
    isSpotifyAllowed: true,
    maxMembers: 10,
    ...change,
  })
}

export const start: TogetherCommand = { kind: 'start', item: track }
export const join: TogetherCommand = { kind: 'join', platform: 'youtube' }
export const send = (together: ReturnType<typeof aTogether>, actor: Uid, command: TogetherCommand) =>
  together.command(actor, chatId, randomUUID(), command)
export const statesOf = (uid: Uid) =>
  world.hub
    .takeFrames()
    .flatMap((frame) =>
      frame.uid === uid && frame.event === 'together_state' ? [(frame.data as { session: TogetherSession | null }).session] : [],
    )
