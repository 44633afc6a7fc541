import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NOBODY } from '#contract/base/ids.ts'
import { rowsOf } from './rows.ts'
import { ALICE, BOB, CHAT } from '../runtime/chat.test-server.ts'
import { waitingMessage } from '../runtime/chat.test-world.ts'
import { splitLinks } from './text.ts'
import { timeOfDay, dayText, shortAgo } from './times.ts'
import type { GroupEvent } from '#contract/chat/groups.ts'
import type { ChatMessage, OutboxMessage } from './state.ts'
import { ignoreDeleted } from '../composer/use-composing.ts'

const localTime = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute)
const stored = (seq: number, sender: string, when: Date | null, content = String(seq)): ChatMessage => ({
  chat_id: CHAT,
  receiver: sender === ALICE ? BOB : ALICE,
  type: 'text',
  content,
  id: `id ${seq}`,
  sent_date: when?.toISOString() ?? '',
  sender,
  seq,
  referenceItem: [],
  media: [],
  userName: '',
  avatar: null,
  editedDate: '',
  isDeleted: false,
  changeSeq: 0,
  reactions: [],
  reply: null,
  pictures: [],
})
const waiting = (content: string, when: Date, failure: OutboxMessage['failure'] = null) =>
  waitingMessage(content, { position: when.getTime(), failure })

const plain = { me: ALICE, waiting: [], commands: [], theirDeliveredSeq: 0, theirReadSeq: 0, unreadAfter: null }

describe('the rows of a conversation', () => {
  test('unsent messages come last even if this device’s clock is a day behind', () => {
    const items = [stored(1, BOB, localTime(19, 12)), stored(2, ALICE, localTime(19, 12, 1))]
    const rows = rowsOf({ ...plain, items, waiting: [waiting('written yesterday', localTime(18, 12, 2))] })
    expect(rows.filter(({ kind }) => kind === 'day').map(({ id }) => id.slice(4, 14))).toEqual(['2026-11-19'])
    expect(rows.map((row) => row.kind === 'message' && [row.content, row.startsGroup, row.endsGroup]).slice(3)).toEqual([
      ['2', true, false],
      ['written yesterday', false, true],
    ])
  })

  test('messages of deleted accounts are shown as deleted, but not in groups, where hidden members’ messages look the same', () => {
    const gone = { ...stored(1, NOBODY, localTime(19, 9), ''), isDeleted: true }
    const kinds = (message: ChatMessage) => rowsOf({ ...plain, items: [message] }).map(({ kind }) => kind)
    expect(kinds(gone)).toEqual(['begin', 'day', 'message'])
    expect(kinds({ ...gone, receiver: CHAT })).toEqual(['begin'])
  })

  test('events follow the message that preceded them; events of pages that are not loaded are left out', () => {
    const event = (id: number, after: number, when: Date): GroupEvent => {
      return { id, after_seq: after, kind: 'described', actor: null, subject: null, name: null, at: when.toISOString() }
    }
    const events = [
      event(1, 0, localTime(19, 8)),
      event(2, 1, localTime(19, 9)),
      event(3, 2, localTime(20, 9)),
      event(4, 2, localTime(20, 10)),
    ]
    const namesOf = (items: ChatMessage[], more: object = {}) =>
      rowsOf({ ...plain, items, events, ...more }).map((row) => (row.kind === 'message' ? row.content : row.id.slice(0, 14)))
    const [first, second, third] = [
      stored(1, BOB, localTime(19, 8)),
      stored(2, BOB, localTime(19, 9, 1)),
      stored(3, BOB, localTime(20, 11)),
    ]
    expect(namesOf([first, second, third])).toEqual([
      'begin',
      'day 2026-11-19',
      'event 1',
      '1',
      'event 2',
      '2',
      'day 2026-11-20',
      'event 3',
      'event 4',
      '3',
    ])
    expect(namesOf([second], { reachesNewest: false })).toEqual(['2'])
    expect(namesOf([second], { waiting: [waiting('unsent', localTime(19, 9))] })).toEqual([
      '2',
      'day 2026-11-20',
      'event 3',
      'event 4',
      'unsent',
    ])
    // One run of messages is interrupted by an event.
    expect(
      rowsOf({ ...plain, items: [first, { ...second, sent_date: first.sent_date }], events }).map(
        (row) => 'startsGroup' in row && row.startsGroup,
      ),
    ).toEqual([false, false, false, true, false, true, false, false, false])
  })

  test('are grouped by day and by sender', () => {
    const items = [
      stored(1, BOB, localTime(18, 23, 58)),
      stored(2, BOB, localTime(19, 0, 1)),
      stored(3, BOB, localTime(19, 0, 2)),
      stored(4, ALICE, localTime(19, 0, 3)),
      stored(5, ALICE, localTime(19, 0, 30)),
    ]
    const rows = rowsOf({ ...plain, items })
    expect(
      rows.map((row) =>
        row.kind !== 'message'
          ? row.id.slice(0, 14).replace('day ', '')
          : `${row.content}${row.startsGroup ? '[' : ''}${row.endsGroup ? ']' : ''}`,
      ),
    ).toEqual(['begin', '2026-11-18', '1[]', '2026-11-19', '2[', '3]', '4[]', '5[]'])
  })

  test('show whether own messages are pending, stored, seen or rejected', () => {
    const items = [stored(1, ALICE, localTime(19, 9)), stored(2, BOB, localTime(19, 9)), stored(3, ALICE, localTime(19, 9))]
    const rows = rowsOf({
      ...plain,
      items,
      waiting: [waiting('a', localTime(19, 9), 'not_connected'), waiting('b', localTime(19, 9))],
      theirReadSeq: 2,
    })
    const messages = rows.flatMap((row) => (row.kind === 'message' ? [[row.content, row.isMine, row.delivery, row.failure]] : []))
    expect(messages).toEqual([
      ['1', true, 'seen', null],
      ['2', false, null, null],
      ['3', true, 'stored', null],
      ['a', true, 'failed', 'not_connected'],
      ['b', true, 'pending', null],
    ])
  })

  test('a message without a date keeps its position', () => {
    const rows = rowsOf({ ...plain, items: [stored(1, BOB, localTime(19, 9)), stored(2, BOB, null)] })
    expect(rows.map((row) => row.kind)).toEqual(['begin', 'day', 'message', 'message'])
  })

  test('start with the beginning of the chat and its day only if the first message is loaded', () => {
    const first = [1, 2].map((seq) => rowsOf({ ...plain, items: [stored(seq, BOB, localTime(19, 9))] }).map(({ kind }) => kind))
    expect([...first, rowsOf({ ...plain, items: [] })]).toEqual([['begin', 'day', 'message'], ['message'], []])
    expect(rowsOf({ ...plain, items: [], waiting: [waiting('first', localTime(19, 9))] }).map(({ kind }) => kind)).toEqual([
      'day',
      'message',
    ])
  })
})

test('deleting a message ends a reply to it', () => {
  const message = stored(1, ALICE, localTime(20, 12))
  const [row] = rowsOf({ ...plain, items: [message] }).filter((entry) => entry.kind === 'message')
  if (!row) throw new Error('no row')
  const kinds = [message, { ...message, isDeleted: true }].map((item) => ignoreDeleted({ kind: 'reply', row }, [item]).kind)
  expect(kinds).toEqual(['reply', 'new'])
})

describe('links in a text', () => {
  test.each([
    ['see https://example.com/a?b=1, ok', ['see ', '<https://example.com/a?b=1>', ', ok']],
    ['(https://example.com)', ['(', '<https://example.com>', ')']],
    ['https://en.wikipedia.org/wiki/Wave_(music).', ['<https://en.wikipedia.org/wiki/Wave_(music)>', '.']],
    ['javascript:alert(1) data:text/html,x ftp://a.b', ['javascript:alert(1) data:text/html,x ftp://a.b']],
    ['https://bank.example@evil.example', ['https://bank.example@evil.example']],
    ['<img src=x onerror=alert(1)>', ['<img src=x onerror=alert(1)>']],
    ['HTTP://EXAMPLE.COM', ['<HTTP://EXAMPLE.COM>']],
    ['https://', ['https://']],
  ])('%s', (text, expected) => {
    expect(splitLinks(text).map(({ text: part, href }) => (href === null ? part : `<${part}>`))).toEqual(expected)
  })

  test('the parts joined are the text, and every link is http or https', () => {
    const pieces = fc.array(fc.oneof(fc.string(), fc.webUrl(), fc.constantFrom(' ', '.', ')', '(', 'javascript:', 'https://')), {
      maxLength: 8,
    })
    fc.assert(
      fc.property(pieces, (texts) => {
        const text = texts.join('')
        const parts = splitLinks(text)
        expect(parts.map((part) => part.text).join('')).toBe(text)
        for (const { href } of parts) expect(href === null || /^https?:\/\//.test(href)).toBe(true)
      }),
    )
  })
})

describe('relative times', () => {
  const now = localTime(20, 12)
  test.each([
    [localTime(20, 12, 1), 'now'],
    [localTime(20, 11, 58), '2m'],
    [localTime(20, 9), '3h'],
    [localTime(17, 12), 'Tue'],
    [localTime(3, 12), 'Nov 3'],
    [new Date(2026, 0, 1), 'Jan 1'],
    [new Date(2025, 11, 31, 23, 59), 'Dec 31, 2025'],
  ])('%s is short', (when, words) => {
    expect(shortAgo(when.toISOString(), 'en-US', now.getTime())).toBe(words)
  })

  test.each([
    [localTime(20, 0), 'Today'],
    [localTime(19, 23, 59), 'Yesterday'],
    [localTime(17, 1), 'Tuesday'],
    [localTime(3, 1), 'November 3, 2026'],
    [localTime(21, 1), 'November 21, 2026'],
  ])('%s is a day', (when, words) => {
    expect(dayText(when.getTime(), 'en-US', now.getTime())).toBe(words)
  })

  test('the time of day uses the locale', () => {
    expect(timeOfDay(localTime(20, 9, 5).getTime(), 'de')).toBe('09:05')
  })
})
