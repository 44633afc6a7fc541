import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { settle } from '#web/platform/test-clock.ts'
import type { ChatEvent } from '../engine/events.ts'
import { memoryOutbox } from '../storage/outbox.ts'
import type { ChatTabs } from './tabs.ts'
import { ALICE, BOB, CHAT, type Fault } from './chat.test-server.ts'
import { chatWorld, type Tab, twoChatting } from './chat.test-world.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1))
const numbered = (texts: readonly string[]) => texts.map((text, index) => `${index + 1} ${text}`)

describe('several tabs of one user', () => {
  test('show the same', async () => {
    const { alice, bob, clock, openTab } = await twoChatting()
    const second = openTab(ALICE)
    await clock.pass(10)
    second.chat.show(CHAT)
    await clock.pass(10)
    alice.say('from the first')
    second.say('from the second')
    bob.say('hello both')
    expect([alice.said(), second.said()]).toEqual([bob.said(), bob.said()])
  })

  test('a message that another tab settled before its acknowledgement is shown', async () => {
    const { clock, openTab } = await twoChatting()
    let emit: (event: ChatEvent) => void = () => undefined
    const tab = openTab(ALICE, memoryOutbox(), {
      tabs: {
        broadcast: (event) =>
          event.name === 'message_queued_elsewhere' && emit({ name: 'message_settled_elsewhere', id: event.message.id }),
        subscribe: (listener) => {
          emit = listener
          return () => undefined
        },
      },
    })
    await clock.pass(10)
    tab.chat.show(CHAT)
    await clock.pass(10)
    tab.say('settled too soon')
    await clock.pass(10)
    expect(tab.said().at(-1)).toMatch(/settled too soon$/)
    expect(tab.conversation()).toMatchObject({ last: { content: 'settled too soon' } })
  })

  test('a message stays visible in a tab that lost its connection before the message was stored', async () => {
    const { clock, server, openTab } = await twoChatting()
    const listeners: ((event: ChatEvent) => void)[] = []
    const tabs = (index: number): ChatTabs => ({
      broadcast: (event) => listeners[1 - index]?.(event),
      subscribe: (listener) => {
        listeners[index] = listener
        return () => undefined
      },
    })
    const [sender, other] = [openTab(ALICE, memoryOutbox(), { tabs: tabs(0) }), openTab(ALICE, memoryOutbox(), { tabs: tabs(1) })]
    await clock.pass(10)
    for (const tab of [sender, other]) tab.chat.show(CHAT)
    await clock.pass(10)
    const seen: boolean[] = []
    const isSeen = () => [...other.said(), ...other.waiting()].some((text) => text.endsWith('through the tunnel'))
    server.cut(other.wire.last())
    sender.say('through the tunnel')
    other.chat.store.subscribe(() => seen.push(isSeen()))
    await clock.pass(1)
    expect(sender.waiting()).toEqual([])
    await clock.pass(10_000)
    expect(seen).not.toContain(false)
    expect(other.said().at(-1)).toMatch(/through the tunnel$/)
  })

  test('a reopened tab sends messages that a closed tab left, once', async () => {
    const { alice, bob, clock, server, openTab } = await twoChatting()
    const shared = memoryOutbox()
    const [first, second] = [openTab(ALICE, shared), openTab(ALICE, shared)]
    await clock.pass(10)
    server.reachable(false)
    first.say('left behind')
    await clock.pass(10)
    first.close()
    server.reachable(true)
    await clock.pass(10_000)
    expect([second.waiting(), bob.said().slice(1), alice.said().slice(1)]).toEqual([[], ['2 left behind'], ['2 left behind']])
  })

  test('two tabs with the same outbox send it once', async () => {
    const { bob, clock, server, openTab } = await twoChatting()
    const shared = memoryOutbox()
    const [first, second] = [openTab(ALICE, shared), openTab(ALICE, shared)]
    await clock.pass(10)
    server.reachable(false)
    for (const text of numbers(20)) first.say(text)
    server.reachable(true)
    await clock.pass(20_000)
    expect([first.waiting(), second.waiting(), await shared.all()]).toEqual([[], [], []])
    expect(
      bob
        .said()
        .slice(1)
        .map((text) => text.split(' ')[1]),
    ).toEqual(numbers(20))
  })
})

describe('any sequence of events', () => {
  const happening = fc.oneof(
    { weight: 6, arbitrary: fc.record({ type: fc.constant('say' as const), who: fc.nat(3) }) },
    { weight: 2, arbitrary: fc.record({ type: fc.constant('cut' as const), who: fc.constantFrom(ALICE, BOB) }) },
    { weight: 3, arbitrary: fc.record({ type: fc.constant('pass' as const), ms: fc.constantFrom(1, 900, 3_000, 6_000, 12_000) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        type: fc.constant('fault' as const),
        fault: fc.constantFrom<Fault>('store_and_cut', 'crash', 'cut', 'lose_ack', 'rate_limited', 'unavailable'),
      }),
    },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('reach' as const), now: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('again' as const), at: fc.nat(50) }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('seen' as const), who: fc.nat(3) }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('reload' as const), who: fc.nat(3) }) },
    {
      weight: 1,
      arbitrary: fc.record({ type: fc.constant('jump' as const), byMs: fc.constantFrom(-86_400_000, -5_000, 5_000, 86_400_000) }),
    },
  )

  test('every message is stored once, in its author’s order, and shown in every tab', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 5, maxLength: 60 }), async (plan) => {
        const world = chatWorld()
        world.server.storeMessage(BOB, 'start')
        const outboxes = [memoryOutbox(), memoryOutbox()]
        const open = (who: number): Tab => {
          const opened = world.openTab(who < 2 ? ALICE : BOB, outboxes[who < 2 ? 0 : 1])
          opened.chat.show(CHAT)
          return opened
        }
        const tabs = [0, 1, 2, 3].map(open)
        const written: string[][] = [[], [], [], []]
        await world.clock.pass(10)
        for (const [index, event] of plan.entries()) {
          if (event.type === 'say' && tabs[event.who]?.say(`${event.who}/${index}`)) written[event.who]?.push(`${event.who}/${index}`)
          if (event.type === 'cut') world.server.cutSockets(event.who)
          if (event.type === 'pass') await world.clock.pass(event.ms)
          if (event.type === 'fault') world.server.faults.push(event.fault)
          if (event.type === 'jump') world.clock.jump(event.byMs)
          if (event.type === 'reach') world.server.reachable(event.now)
          const repeated = event.type === 'again' ? world.server.messages[event.at % world.server.messages.length] : undefined
          if (repeated) world.server.deliver(repeated)
          if (event.type === 'seen') tabs[event.who]?.seen()
          if (event.type === 'reload') {
            tabs[event.who]?.close()
            await settle()
            tabs[event.who] = open(event.who)
            await world.clock.pass(1)
          }
        }
        world.server.faults.length = 0
        world.server.reachable(true)
        await world.clock.pass(120_000)

        const contents = world.server.messages.slice(1).map(({ content }) => content)
        expect(contents.toSorted()).toEqual(written.flat().toSorted())
        for (const texts of written) expect(contents.filter((text) => texts.includes(text))).toEqual(texts)
        const everything = numbered(['start', ...contents])
        for (const { said, waiting } of tabs) expect([said(), waiting()]).toEqual([everything, []])
        for (const outbox of outboxes) expect(await outbox.all()).toEqual([])
      }),
      { numRuns: 60 },
    )
  })
})
