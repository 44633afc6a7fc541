import { afterEach, beforeEach, expect, test } from 'vitest'
import { chatFrames } from '#contract/chat/chat.ts'
import { type SentSpan, startCollector } from '#tests/kit/collector.ts'
import { createLogs } from '#server/platform/observability/log.ts'
import { on } from '#server/platform/socket/socket-route.ts'
import { openTelemetry, type Telemetry } from '#server/platform/observability/telemetry.ts'
import type { NewMessage, WriteResult } from './chat.types.ts'
import { createChatWriter } from './chat.writer.ts'

let collector: Awaited<ReturnType<typeof startCollector>>
let telemetry: Telemetry
beforeEach(async () => {
  collector = await startCollector()
  telemetry = await openTelemetry(collector.endpoint, createLogs({ filter: 'off', pretty: false })('app'))
})
afterEach(() => collector.close())

/** A fake database that reports its statements to telemetry. */
async function store(messages: readonly NewMessage[]): Promise<WriteResult[]> {
  telemetry.onStatement?.({ sql: 'select * from store_messages($1)', ms: 1, hasFailed: false })
  return messages.map((message, index) => ({
    message: { ...message, seq: index + 1, editedAt: null, deletedAt: null, changeSeq: null },
    repeated: false,
  }))
}

const message = (id: string): NewMessage => ({
  chatId: 'chat',
  id,
  sender: 'alice',
  type: 'text',
  content: 'dear Anna',
  referenceItem: [],
  media: [],
  sentAt: new Date(0),
})

const placeOf = ({ traceId, spanId }: { traceId: string; spanId: string }) => `${traceId}/${spanId}`

test('a commit has its own trace with links to the frames of its messages; later spans belong to those frames again', async () => {
  const log = createLogs({ filter: 'off', pretty: false })('chat')
  const writer = createChatWriter({ commit: store, log, trace: telemetry.batches })
  const written: Promise<WriteResult>[] = []
  // Like the socket: the frame is handled before its message is stored.
  const [route] = telemetry.frames([
    on(chatFrames.sendMessage, (data) => void written.push(writer.write(message(data.message.id), report))),
  ])
  const report = ({ message: { id } }: WriteResult) =>
    telemetry.onStatement?.({ sql: `insert into notifications -- ${id}`, ms: 1, hasFailed: false })
  // Only the fields that the wrapper and the handler read.
  for (const id of ['one', 'two', 'two']) void route?.handle({ message: { id } }, {} as never)
  await Promise.all(written)
  await telemetry.stop()

  const called = (name: string): SentSpan[] => collector.spans.filter((span) => span.name === name)
  const frames = called('frame sendMessage')
  const [commit, ...others] = called('commit messages')
  expect([frames.length, others.length, commit?.parentSpanId]).toEqual([3, 0, undefined])
  expect(commit?.links?.map(placeOf)).toEqual(frames.map(placeOf))
  expect(frames.map(({ traceId }) => traceId)).not.toContain(commit?.traceId)
  const parentsOf = (name: string) => called(name).map(({ traceId, parentSpanId = '' }) => placeOf({ traceId, spanId: parentSpanId }))
  expect(parentsOf('select store_messages')).toEqual([placeOf(commit ?? { traceId: '', spanId: '' })])
  expect(parentsOf('insert notifications')).toEqual(frames.map(placeOf))
  expect(JSON.stringify(collector.spans)).not.toContain('Anna')
})
