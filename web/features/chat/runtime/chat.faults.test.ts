import { describe, expect, test } from 'vitest'
import { closeCodes } from '#contract/socket.ts'
import { settle } from '#web/platform/test-clock.ts'
import { ALICE, BOB } from './chat.test-server.ts'
import { type Tab, twoChatting } from './chat.test-world.ts'

const DAY_MS = 86_400_000
const START = 'Do you know the new live session?'
const numbered = (texts: readonly string[]) => [START, ...texts].map((text, index) => `${index + 1} ${text}`)

type World = Awaited<ReturnType<typeof twoChatting>>

/** What violates the delivery promise: each message stored once, in its author's order, and shown on both screens. */
async function broken({ server }: World, tabs: readonly Tab[], written: readonly (readonly string[])[]): Promise<unknown[]> {
  const stored = server.messages.slice(1).map(({ content }) => content)
  const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
  const lists = await Promise.all(tabs.map(async ({ said, waiting, outbox }) => [said(), waiting(), await outbox.all()]))
  return [
    ...(stored.length === written.flat().length ? [] : [stored]),
    ...written.filter(
      (texts) =>
        !isEqual(
          stored.filter((text) => texts.includes(text)),
          texts,
        ),
    ),
    ...lists.filter((list) => !isEqual(list, [numbered(stored), [], []])),
  ]
}

describe('a closed socket', () => {
  /** Both users write, read and react. The frame with that number is lost. */
  async function runConversation(lost: { frame: number; code: number } | null): Promise<World> {
    const world = await twoChatting()
    const { alice, bob, clock, server } = world
    if (lost) server.loseFrame(lost.frame, lost.code)
    for (const text of ['a1', 'a2']) alice.say(text)
    bob.say('b1')
    await clock.pass(1)
    const [first] = server.messages
    alice.chat.changeMessage(first?.id ?? '', { kind: 'react', chatId: first?.chat_id ?? '', seq: 1, emoji: '🎸', on: true })
    for (const tab of [alice, bob]) tab.seen()
    bob.say('b2')
    alice.say('a3')
    await clock.pass(30_000)
    return world
  }

  test('between any two frames loses, repeats and reorders nothing, with any close code', async () => {
    // Network failure, slow reader, expired token, restart.
    const codes = [1006, closeCodes.slowReader, closeCodes.unauthenticated, closeCodes.restarting]
    const until = (await runConversation(null)).server.frames()
    // Earlier frames belong to the setup in `twoChatting`.
    const from = (await twoChatting()).server.frames() + 1
    expect(until - from).toBeGreaterThan(15)
    for (let frame = from; frame <= until; frame++) {
      const world = await runConversation({ frame, code: codes[frame % codes.length] ?? 1006 })
      const { alice, bob, server } = world
      expect(
        await broken(
          world,
          [alice, bob],
          [
            ['a1', 'a2', 'a3'],
            ['b1', 'b2'],
          ],
        ),
      ).toEqual([])
      expect([alice, bob].map((tab) => tab.wire.sockets.length).reduce((sum, count) => sum + count)).toBe(3)
      expect(server.messages[0]?.reactions).toEqual([{ emoji: '🎸', by: [ALICE] }])
    }
  })
})

test.each([
  ['forward', DAY_MS],
  ['back', -DAY_MS],
])('a clock change by a day %s while users write does not change the order of sent, queued and reloaded messages', async (_, byMs) => {
  const world = await twoChatting()
  const { alice, bob, clock, server, openTab } = world
  alice.say('before')
  server.reachable(false)
  alice.say('without a connection')
  clock.jump(byMs)
  alice.say('after the jump')
  bob.say('his own')
  alice.close()
  await settle()
  const reloaded = openTab(ALICE, alice.outbox)
  reloaded.chat.show(server.messages[0]?.chat_id ?? null)
  await clock.pass(1)
  reloaded.say('after the reload')
  server.reachable(true)
  clock.jump(-byMs)
  bob.say('set right again')
  await clock.pass(30_000)
  expect(
    await broken(
      world,
      [reloaded, bob],
      [
        ['before', 'without a connection', 'after the jump', 'after the reload'],
        ['his own', 'set right again'],
      ],
    ),
  ).toEqual([])
})

test('frames in any order, each delivered twice, end as the stored messages', async () => {
  const world = await twoChatting()
  const written: string[] = []
  for (const order of ordersOf([0, 1, 2, 3])) {
    const sent = order.map(() => {
      written.push(`message ${written.length}`)
      return world.server.storeMessage(BOB, written.at(-1) ?? '')
    })
    for (const at of [...order, ...order.toReversed()]) {
      const message = sent[at]
      if (message) world.server.deliver(message)
    }
    await world.clock.pass(1)
    expect(world.alice.said()).toEqual(numbered(written))
  }
  expect(await broken(world, [world.alice, world.bob], [written])).toEqual([])
})

/** All permutations. */
function ordersOf(items: readonly number[]): number[][] {
  if (items.length <= 1) return [[...items]]
  return items.flatMap((item) => ordersOf(items.filter((other) => other !== item)).map((rest) => [item, ...rest]))
}
