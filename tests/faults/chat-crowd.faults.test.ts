import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { chatFrames } from '#contract/chat/chat.ts'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import { buddyOf, uidOf } from '#tests/kit/chat/crowd.ts'
import { type ChatServer, startChatServer } from '#tests/kit/chat/server.ts'

/** A tenth of the load of `bench/chat.ts`: enough to see the memory of each connection. */
const PEOPLE = 1_000
/** Connections opened at a time: an address may have 50 unauthenticated ones. */
const CONCURRENCY = 40
/** The promised heap size of an idle connection in bytes. The measured one was 8 to 13 KB. */
const MAX_EACH = 20_000

type Frame = { event: string; data: Record<string, unknown> }
type Person = { number: number; socket: WebSocket; frames: Frame[] }

let server: ChatServer
beforeAll(async () => {
  server = await startChatServer({ people: PEOPLE })
}, 60_000)
afterAll(() => server.close())

async function connectPerson(number: number): Promise<Person> {
  const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/ws`, { perMessageDeflate: false })
  const person: Person = { number, socket, frames: [] }
  socket.on('message', (raw: Buffer) => void person.frames.push(JSON.parse(raw.toString()) as Frame))
  await once(socket, 'open')
  sendFrame(person, 'auth', { token: await server.mint.token(number) })
  await received(person, 'authenticated')
  return person
}

const sendFrame = ({ socket }: Person, event: string, data: object): void => socket.send(JSON.stringify({ event, data }))

/** The first such frame. @throws when the socket is closed before it arrives */
async function received({ frames, socket }: Person, event: string): Promise<Frame> {
  for (;;) {
    const frame = frames.find((entry) => entry.event === event)
    if (frame) return frame
    if (socket.readyState !== WebSocket.OPEN) throw new Error(`closed while waiting for ${event}`)
    await Promise.race([once(socket, 'message'), once(socket, 'close')])
  }
}

async function connectAll(): Promise<Person[]> {
  const people: Person[] = []
  for (let from = 0; from < PEOPLE; from += CONCURRENCY) {
    const numbers = Array.from({ length: Math.min(CONCURRENCY, PEOPLE - from) }, (_, index) => from + index)
    people.push(...(await Promise.all(numbers.map(connectPerson))))
  }
  return people
}

test('F10: a thousand idle connections take little memory each, and one of them receives a message from another', async () => {
  const before = (await server.usage()).memory.heapUsed
  const people = await connectAll()
  const each = ((await server.usage()).memory.heapUsed - before) / PEOPLE
  expect(each).toBeLessThan(MAX_EACH)
  const [first, other] = [people[500], people[buddyOf(500)]]
  if (!first || !other) throw new Error('expected a thousand devices')
  const message = {
    id: newUuidv7(Date.now()),
    type: 'text',
    content: 'Have you seen the new live session?',
    referenceItem: [],
    to: uidOf(other.number),
    from: uidOf(first.number),
    chat_id: null,
    media: [],
  }
  sendFrame(first, chatFrames.sendMessage.event, { message, to: message.to })
  expect(await received(other, 'new_message')).toMatchObject({ data: { message: { id: message.id, seq: 1 } } })
  const receivers = people.filter(({ frames }) => frames.some(({ event }) => event === 'new_message'))
  expect(receivers.map(({ number }) => number)).toEqual([other.number])

  // All of them disconnect at once and reconnect: each receives the positions of its chats.
  for (const { socket } of people) socket.terminate()
  const back = await connectAll()
  await Promise.all(back.map((person) => (sendFrame(person, 'resume', { chats: [] }), received(person, 'resumed'))))
  const chatsOf = async (number: number) => (await received(back[number] ?? first, 'resumed')).data['chats']
  expect(await chatsOf(other.number)).toMatchObject([{ last_seq: 1 }])
  expect(await chatsOf(10)).toEqual([])
  for (const { socket } of back) socket.terminate()
}, 120_000)
