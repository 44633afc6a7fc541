import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chatFrames } from '#contract/chat/chat.ts'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import { settle } from '#web/platform/test-clock.ts'
import { withCommands } from './changes.ts'
import { ALICE, BOB, CHAT } from '../runtime/chat.test-server.ts'
import { type Tab, twoChatting } from '../runtime/chat.test-world.ts'
import type { ChatMessage } from './state.ts'

const twoTalkingOfTwo = () =>
  twoChatting([
    [BOB, 'first'],
    [ALICE, 'second'],
  ])

const itemsOf = (tab: Tab): ChatMessage[] => tab.state().messages[CHAT]?.items ?? []
/** What the tab shows: text, edit marks and reactions, including pending commands. */
const shown = (tab: Tab) =>
  itemsOf(tab)
    .map((item) => withCommands(item, tab.state().commands, tab.uid))
    .map(({ content, isDeleted, editedDate, reactions }) => {
      const summary = reactions.map(({ emoji, by }) => `${emoji}${by.length}`).join('')
      return `${isDeleted ? 'gone' : content}${editedDate ? ' (edited)' : ''}${summary ? ` ${summary}` : ''}`
    })
const idAt = (tab: Tab, seq: number) => itemsOf(tab).find((item) => item.seq === seq)?.id ?? ''
const edit = (tab: Tab, seq: number, content: string) =>
  tab.chat.changeMessage(idAt(tab, seq), { kind: 'edit', chatId: CHAT, seq, content })
const remove = (tab: Tab, seq: number) => tab.chat.changeMessage(idAt(tab, seq), { kind: 'delete', chatId: CHAT, seq })
const react = (tab: Tab, seq: number, emoji: string, on = true) =>
  tab.chat.changeMessage(idAt(tab, seq), { kind: 'react', chatId: CHAT, seq, emoji, on })

describe('edits, deletions and reactions', () => {
  test('appear on both screens at once, and leave nothing pending', async () => {
    const { alice, bob } = await twoTalkingOfTwo()
    edit(alice, 2, 'second, better')
    react(bob, 2, '👍')
    expect([shown(alice), shown(bob)]).toEqual([
      ['first', 'second, better (edited) 👍1'],
      ['first', 'second, better (edited) 👍1'],
    ])
    remove(alice, 2)
    expect([shown(bob), alice.state().commands, bob.conversation()?.last?.isDeleted]).toEqual([['first', 'gone (edited)'], [], true])
  })

  test('show at once offline, and are sent after the reconnect', async () => {
    const { alice, bob, clock, server } = await twoTalkingOfTwo()
    server.reachable(false)
    edit(alice, 2, 'rewritten in a tunnel')
    react(alice, 1, '❤️')
    expect([shown(alice), shown(bob)]).toEqual([
      ['first ❤️1', 'rewritten in a tunnel (edited)'],
      ['first', 'second'],
    ])
    server.reachable(true)
    await clock.pass(10_000)
    expect([shown(bob), alice.state().commands]).toEqual([['first ❤️1', 'rewritten in a tunnel (edited)'], []])
  })

  test('a reaction added and removed before the answer leaves nothing', async () => {
    const { alice, bob, clock, server } = await twoTalkingOfTwo()
    server.reachable(false)
    react(alice, 1, '👍')
    react(alice, 1, '👍', false)
    expect([shown(alice), alice.state().commands.length]).toEqual([['first', 'second'], 1])
    server.reachable(true)
    await clock.pass(10_000)
    expect([shown(alice), shown(bob)]).toEqual([
      ['first', 'second'],
      ['first', 'second'],
    ])
  })

  test('a rejected change is undone with a notice', async () => {
    const { alice, clock, server } = await twoTalkingOfTwo()
    server.rejectChanges('not_found')
    edit(alice, 2, 'never to be')
    await clock.pass(1)
    expect([shown(alice), alice.notices, alice.state().commands]).toEqual([['first', 'second'], ['not_found'], []])
  })

  test('the text of an edit of a message that is not loaded stays when it is rejected', async () => {
    const { alice, clock, server } = await twoTalkingOfTwo()
    server.rejectChanges('not_found')
    alice.chat.changeMessage(newUuidv7(0), { kind: 'edit', chatId: CHAT, seq: 1, content: 'written for long' })
    await clock.pass(1)
    expect([alice.notices, alice.keptTexts]).toEqual([['not_found'], ['written for long']])
  })

  test('the text of an unconfirmed edit stays when its message is deleted elsewhere', async () => {
    const { alice, clock, server, openTab } = await twoTalkingOfTwo()
    const phone = openTab(ALICE)
    await clock.pass(10)
    phone.chat.show(CHAT)
    await clock.pass(10)
    server.dropChanges(1)
    edit(alice, 2, 'rewritten in a tunnel')
    remove(phone, 2)
    // The edit is sent again after the timeout and a reconnect.
    await clock.pass(15_000)
    await clock.pass(1_000)
    expect([shown(alice)[1], alice.notices, alice.keptTexts]).toEqual(['gone', ['not_found'], ['rewritten in a tunnel']])
  })

  test('the text of an edit is not kept when the user deletes the message', async () => {
    const { alice, clock, server } = await twoTalkingOfTwo()
    server.dropChanges(1)
    edit(alice, 2, 'rewritten in a tunnel')
    remove(alice, 2)
    await clock.pass(15_000)
    expect([shown(alice)[1], alice.notices, alice.keptTexts]).toEqual(['gone', [], []])
  })

  test('a temporary error is retried', async () => {
    const { alice, bob, clock, server } = await twoTalkingOfTwo()
    server.rejectChanges('unavailable')
    remove(alice, 2)
    await clock.pass(1)
    server.rejectChanges(null)
    expect([shown(alice)[1], shown(bob)[1], alice.notices]).toEqual(['gone', 'second', []])
    await clock.pass(2_000)
    expect([shown(bob)[1], alice.state().commands]).toEqual(['gone', []])
  })

  test('many pending commands are sent in batches below the rate limit', async () => {
    const { alice, clock, server } = await twoTalkingOfTwo()
    server.reachable(false)
    const emoji = Array.from({ length: 30 }, (_, index) => String.fromCodePoint(0x1f600 + index))
    for (const character of emoji) react(alice, 1, character)
    server.reachable(true)
    await clock.pass(5_500)
    const sentReactions = () => alice.wire.last().sent.filter(({ event }) => event === chatFrames.react.event).length
    expect(sentReactions()).toBe(20)
    await clock.pass(5_000)
    expect([alice.state().commands, itemsOf(alice)[0]?.reactions.length]).toEqual([[], emoji.length])
  })

  test('are sent again after a dead connection, and stay visible in the meantime', async () => {
    const { alice, bob, clock, server } = await twoTalkingOfTwo()
    server.dropChanges(3)
    edit(alice, 2, 'meant so')
    remove(alice, 2)
    react(alice, 1, '👍')
    await clock.pass(9_000)
    expect([shown(alice), alice.wire.sockets.length]).toEqual([['first 👍1', 'gone (edited)'], 1])
    await clock.pass(1_000)
    expect([shown(alice), alice.link.state().name]).toEqual([['first 👍1', 'gone (edited)'], 'waiting'])
    await clock.pass(10_000)
    expect([shown(bob), alice.state().commands, alice.notices]).toEqual([['first 👍1', 'gone (edited)'], [], []])
  })

  test('of a message that is not loaded are settled by the answer', async () => {
    const { alice, clock, openTab } = await twoTalkingOfTwo()
    const first = idAt(alice, 1)
    const tab = openTab(ALICE)
    await clock.pass(10)
    tab.chat.changeMessage(first, { kind: 'react', chatId: CHAT, seq: 1, emoji: '👍', on: true })
    tab.chat.changeMessage(first, { kind: 'edit', chatId: CHAT, seq: 1, content: 'from afar' })
    await clock.pass(1)
    expect([tab.state().commands, shown(alice)]).toEqual([[], ['from afar (edited) 👍1', 'second']])
    tab.chat.changeMessage(first, { kind: 'delete', chatId: CHAT, seq: 1 })
    await clock.pass(60_000)
    expect([tab.state().commands, tab.wire.sockets.length]).toEqual([[], 1])
  })

  test('that the server answered without an effect are dropped without closing the connection', async () => {
    const { alice, clock, server } = await twoTalkingOfTwo()
    edit(alice, 2, 'from one device')
    server.dropChanges(1)
    edit(alice, 2, 'from the other')
    const [message] = server.messages.slice(1)
    if (message) alice.wire.last().send(chatFrames.message_edited, { message })
    await clock.pass(20_000)
    expect([shown(alice), alice.state().commands, alice.wire.sockets.length]).toEqual([['first', 'from one device (edited)'], [], 1])
  })

  test('missed changes are loaded by their number', async () => {
    const { alice, bob, clock, server } = await twoTalkingOfTwo()
    server.cutSockets(BOB)
    edit(alice, 2, 'changed while Bob was away')
    react(alice, 1, '🎸')
    expect(shown(bob)).toEqual(['first', 'second'])
    await clock.pass(6_000)
    expect(shown(bob)).toEqual(['first 🎸1', 'changed while Bob was away (edited)'])
    expect(bob.state().messages[CHAT]).toMatchObject({ changeSeq: 2, isChanging: false })
  })

  test('a missed edit is loaded even if a later reaction to the message arrived first', async () => {
    const { alice, bob, clock, server } = await twoTalkingOfTwo()
    server.cutSockets(BOB)
    edit(alice, 2, 'changed while Bob was away')
    react(bob, 2, '👍')
    await clock.pass(10_000)
    expect(shown(bob)).toEqual(['first', 'changed while Bob was away (edited) 👍1'])
  })

  test('an older version of a message never replaces a newer one', async () => {
    const { alice, server } = await twoTalkingOfTwo()
    const before = server.messages[1]
    edit(alice, 2, 'new words')
    if (before) server.deliver(before)
    expect(shown(alice)).toEqual(['first', 'new words (edited)'])
  })

  test('a quote shows the current text of its message', async () => {
    const { alice, bob } = await twoTalkingOfTwo()
    const second = itemsOf(bob)[1]
    if (!second) throw new Error('nothing to answer')
    const reply = { id: second.id, seq: 2, from: ALICE, userName: 'Alice', type: 'text' as const, content: second.content }
    bob.chat.write({ to: ALICE, chatId: CHAT, content: 'yes', reply })
    edit(alice, 2, 'second thoughts')
    expect(itemsOf(bob)[2]?.reply?.content).toBe('second thoughts')
    remove(alice, 2)
    expect(itemsOf(bob)[2]?.reply).toMatchObject({ content: '', deleted: true })
  })

  const happening = fc.oneof(
    fc.record({ type: fc.constant('edit' as const), who: fc.nat(1), at: fc.nat(3) }),
    fc.record({ type: fc.constant('delete' as const), who: fc.nat(1), at: fc.nat(7) }),
    fc.record({ type: fc.constant('react' as const), who: fc.nat(1), at: fc.nat(3), on: fc.boolean() }),
    fc.record({ type: fc.constant('say' as const), who: fc.nat(1) }),
    fc.record({ type: fc.constant('cut' as const), who: fc.nat(1) }),
    fc.record({ type: fc.constant('again' as const), at: fc.nat(7) }),
    fc.record({ type: fc.constant('pass' as const), ms: fc.constantFrom(1, 3_000, 6_000) }),
  )

  test('in any order, repeated or late, both screens finally match the server', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 5, maxLength: 40 }), async (plan) => {
        const { alice, bob, clock, server } = await twoTalkingOfTwo()
        const tabs = [alice, bob] as const
        const old = [...server.messages]
        for (const [no, event] of plan.entries()) {
          if (event.type === 'pass') await clock.pass(event.ms)
          else if (event.type === 'again') {
            const message = old[event.at % old.length]
            if (message) server.deliver(message)
          } else {
            const tab = tabs[event.who === 0 ? 0 : 1]
            if (event.type === 'cut') server.cutSockets(tab.uid)
            if (event.type === 'say') tab.say(`said ${no}`)
            const exists = (seq: number) => idAt(tab, seq) !== ''
            if (event.type === 'edit' && exists(event.at + 1)) edit(tab, event.at + 1, `edit ${no}`)
            if (event.type === 'delete' && exists(event.at + 1)) remove(tab, event.at + 1)
            if (event.type === 'react' && exists(event.at + 1)) react(tab, event.at + 1, '👍', event.on)
            old.push(...server.messages.slice(old.length))
          }
          await settle()
        }
        await clock.pass(60_000)
        const truth = server.messages.map(({ content, deleted, reactions = [] }) =>
          deleted ? 'gone' : `${content} ${reactions.map(({ by }) => by.length).join()}`,
        )
        for (const tab of tabs) {
          const seen = itemsOf(tab).map(({ content, isDeleted, reactions }) =>
            isDeleted ? 'gone' : `${content} ${reactions.map(({ by }) => by.length).join()}`,
          )
          expect(seen).toEqual(truth)
          expect(tab.state().commands).toEqual([])
        }
      }),
      { numRuns: 60 },
    )
  })
})
