import { chatPersonalData } from '../chat.personal.store.ts'
import { beforeEach } from 'vitest'
import { chatFrames, type WireMessage } from '#contract/chat/chat.ts'
import { type Uid } from '#contract/base/ids.ts'
import { aMessage, database, setUpChat, world } from '../chat.test-world.ts'

export { database, world }
export let anna: Uid
export let ben: Uid
export let cleo: Uid
export let group: string
export const newGroup = (uids: Uid[]) => ({ name: 'Sunday listeners', description: '', picture: null, uids })
export const sendText = (from: Uid, content: string, change = {}) =>
  world.chat.send(from, group, aMessage(from, group, { content, chat_id: group, ...change }))
export const contentsFor = async (viewer: Uid) => (await world.chat.history(viewer, group, {})).map(({ content }) => content)
export const framesTo = (uid: Uid, event: string) =>
  world.hub.takeFrames().flatMap((frame) => (frame.uid === uid && frame.event === event ? [frame.data] : []))
export const rolesOf = async (viewer: Uid) =>
  (await world.chat.groups.get(viewer, group)).members.map(({ person, role }) => `${person.name} ${role}`)
export const nextMessage = (data: unknown): WireMessage => chatFrames.new_message.data.parse(data).message

/** Before each test, Anna’s group has her buddies Ben and Cleo. */
export function setUpGroup(): void {
  setUpChat()
  beforeEach(async () => {
    ;[anna, ben, cleo] = await world.buddies('Anna', 'Ben', 'Cleo')
    world.clock.pass(3_600_000)
    group = await world.aGroup(anna, [ben, cleo])
    world.hub.takeFrames()
  })
}

/** The export and deletion of chat's personal data. */
export const personal = () =>
  chatPersonalData({
    db: database.db,
    clock: world.clock,
    chat: world.chat,
    events: { publish: (event) => void world.events.push(event) },
  })
