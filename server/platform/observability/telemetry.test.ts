import { createServer, request as nodeRequest, type IncomingHttpHeaders } from 'node:http'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { defineCall } from '#contract/base/call.ts'
import { AppError } from '#contract/errors.ts'
import { type SentSpan, startCollector } from '#tests/kit/collector.ts'
import { manualJobs } from '#tests/kit/jobs.ts'
import { statementLog } from '../db/statement.ts'
import { createLogs } from './log.ts'
import { createMetrics } from './metrics.ts'
import { openTelemetry } from './telemetry.ts'

const log = createLogs({ filter: 'off', pretty: false })('app')
let collector: Awaited<ReturnType<typeof startCollector>>
let endpoint: string
let spans: SentSpan[]
beforeEach(async () => {
  collector = await startCollector()
  ;({ endpoint, spans } = collector)
})
afterEach(() => collector.close())

const noop = async (): Promise<void> => undefined
const call = defineCall({ method: 'GET', area: 'auth', path: '/items/:id', summary: 'An item', response: z.object({}) })

test('each call and job is a span; a rejected one has its error code and no text of a user', async () => {
  const telemetry = await openTelemetry(endpoint, log)
  const handle = async () => Promise.reject(new AppError('not_found', { who: 'anna@example.test' }))
  const [route] = telemetry.routes([{ call, handle }])
  // Only the fields that the wrapper reads.
  await expect(route?.handle({ requestId: 'r1' } as never)).rejects.toThrow(AppError)
  const jobs = manualJobs()
  telemetry
    .jobs({ ...jobs, forget: noop, waiting: async () => ({}), start: noop, stop: noop })
    .register({ name: 'tidy', retries: 0, expireSeconds: 1, run: async () => undefined })
  await jobs.add('tidy', {})
  await jobs.runWaiting()
  await telemetry.stop()
  expect(spans.map(({ name, attributes }) => [name, ...attributes.map(({ key, value }) => `${key}=${value.stringValue}`)])).toEqual([
    ['GET /app/auth/items/:id', 'request_id=r1', 'code=not_found'],
    ['job tidy'],
  ])
  expect(JSON.stringify(spans)).not.toContain('anna')
})

const THEIRS = '4bf92f3577b34da6a3ce929d0e0e4736'

test('a caller’s trace continues through statements and outgoing requests, without values and paths', async () => {
  const received: IncomingHttpHeaders[] = []
  const company = createServer(({ headers }, response) => {
    received.push(headers)
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => company.listen(0, '127.0.0.1', resolve))
  const address = company.address()
  const host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const telemetry = await openTelemetry(endpoint, log)
  const db = new Kysely<{ messages: { id: string; content: string } }>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (entry) => new PostgresIntrospector(entry),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    ...statementLog(telemetry.onStatement),
  })
  const [route] = telemetry.routes([
    {
      call,
      handle: async () => {
        await db.selectFrom('messages').select('id').where('content', '=', 'dear Anna').execute()
        await fetch(`http://${host}/a-key?of=anna`)
        await new Promise<void>((resolve) => nodeRequest(`http://${host}/a-key`, (answer) => answer.resume().on('end', resolve)).end())
        return {}
      },
    },
  ])
  // Only the fields that the wrapper reads.
  await route?.handle({ requestId: 'r1', traceparent: `00-${THEIRS}-00f067aa0ba902b7-00` } as never)
  await db.selectFrom('messages').select('id').execute() // started by the server itself
  await telemetry.stop()
  company.close()
  const whole = spans.find(({ name }) => name.startsWith('GET /app'))
  expect(spans.map(({ name, traceId, parentSpanId }) => [name, traceId, parentSpanId])).toEqual([
    ['select messages', THEIRS, whole?.spanId],
    [`GET ${host}`, THEIRS, whole?.spanId],
    [`GET ${host}`, THEIRS, whole?.spanId],
    ['GET /app/auth/items/:id', THEIRS, '00f067aa0ba902b7'],
  ])
  expect(JSON.stringify(spans)).toContain('where \\"content\\" = $1')
  expect(JSON.stringify(spans)).not.toMatch(/anna|a-key/i)
  const outbound = spans.filter(({ name }) => name === `GET ${host}`)
  expect(received.map(({ traceparent }) => traceparent)).toEqual(outbound.map(({ spanId }) => `00-${THEIRS}-${spanId}-01`))
  const statusOf = ({ attributes }: SentSpan) => attributes.find(({ key }) => key === 'http.response.status_code')?.value.intValue
  expect(outbound.map(statusOf)).toEqual([204, 204])
})

test('an invalid trace header starts a new trace, and requests to the collector are not traced', async () => {
  const telemetry = await openTelemetry(endpoint, log)
  const [route] = telemetry.routes([{ call, handle: async () => void (await fetch(`${endpoint}/v1/metrics`, { method: 'POST' })) }])
  for (const traceparent of ['nonsense', `00-${'0'.repeat(32)}-${'0'.repeat(16)}-01`, null])
    // Only the fields that the wrapper reads.
    await route?.handle({ requestId: 'r1', traceparent } as never)
  await telemetry.stop()
  expect(spans.map(({ name, parentSpanId }) => [name, parentSpanId])).toEqual(
    Array.from({ length: 3 }, () => ['GET /app/auth/items/:id', undefined]),
  )
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(3)
})

test('exports the metrics of /metrics under the same names', async () => {
  const telemetry = await openTelemetry(endpoint, log)
  const metrics = createMetrics()
  metrics.messageStored(0.004)
  telemetry.exportMetrics(metrics.registry)
  await telemetry.stop()
  const sent = collector.metrics.join('')
  expect(sent).toContain('"wavelength_message_stored_seconds_count"')
  expect(sent).toMatch(/"service.instance.id","value":\{"stringValue":"[0-9a-f-]{36}"/)
  expect(sent).toMatch(/"service.version","value":\{"stringValue":"\d+\.\d+/)
})

test('logs that the collector rejects traces and metrics', async () => {
  const warn = vi.spyOn(log, 'warn')
  const telemetry = await openTelemetry(`${endpoint}/missing`, log)
  await telemetry.routes([{ call, handle: async () => ({}) }])[0]?.handle({ requestId: 'r1' } as never) // only the field that the wrapper reads
  telemetry.exportMetrics(createMetrics().registry)
  await telemetry.stop()
  expect(new Set(warn.mock.calls.map(([fields]) => fields))).toEqual(
    new Set(['traces', 'metrics'].map((signal) => ({ signal, reason: '404 Not Found' }))),
  )
  warn.mockRestore()
})

test('without a collector no calls are wrapped', async () => {
  const telemetry = await openTelemetry(null, log)
  const routes = [{ call, handle: async () => ({}) }]
  expect(telemetry.routes(routes)).toBe(routes)
})
