import { createServer, type Server } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { AppError } from '#contract/errors.ts'
import { heldJobs } from '#tests/kit/jobs.ts'
import { createMetrics } from './metrics.ts'
import { openTelemetry } from './telemetry.ts'

type Sent = { name: string; traceId: string; parentSpanId?: string; attributes: { key: string; value: { stringValue?: string } }[] }

let collector: Server
let endpoint: string
let spans: Sent[]
let figures: string[]
beforeEach(async () => {
  ;[spans, figures] = [[], []]
  collector = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += String(part)))
    request.on('end', () => {
      // The exporters' own shape of OTLP.
      if (request.url === '/v1/traces')
        spans.push(
          ...JSON.parse(body).resourceSpans.flatMap((it: { scopeSpans: { spans: Sent[] }[] }) =>
            it.scopeSpans.flatMap(({ spans: list }) => list),
          ),
        )
      else figures.push(body)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const address = collector.address()
  endpoint = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
})
afterEach(() => void collector.close())

const nothing = async (): Promise<void> => undefined
const call = defineCall({ method: 'GET', area: 'auth', path: '/things/:id', summary: 'A thing', answer: z.object({}) })

test('each call and job is a span; what was refused has its code, and no text of anybody', async () => {
  const telemetry = await openTelemetry(endpoint)
  const handle = async () => Promise.reject(new AppError('not_found', { who: 'anna@example.test' }))
  const [route] = telemetry.routes([{ call, handle }])
  // Only what the wrapper reads of it.
  await expect(route?.handle({ requestId: 'r1' } as never)).rejects.toThrow(AppError)
  const jobs = heldJobs()
  telemetry
    .jobs({ ...jobs, forget: nothing, waiting: async () => ({}), start: nothing, stop: nothing })
    .register({ name: 'tidy', retries: 0, expireSeconds: 1, run: async () => undefined })
  await jobs.add('tidy', {})
  await jobs.runWaiting()
  await telemetry.stop()
  expect(spans.map(({ name, attributes }) => [name, ...attributes.map(({ key, value }) => `${key}=${value.stringValue}`)])).toEqual([
    ['GET /app/auth/things/:id', 'request_id=r1', 'code=not_found'],
    ['job tidy'],
  ])
  expect(JSON.stringify(spans)).not.toContain('anna')
})

test('the figures of /metrics go there under their names', async () => {
  const telemetry = await openTelemetry(endpoint)
  const metrics = createMetrics()
  metrics.messageStored(0.004)
  telemetry.exportMetrics(metrics.registry)
  await telemetry.stop()
  expect(figures.join('')).toContain('"wavelength_message_stored_seconds_count"')
})

test('without a collector nothing is wrapped', async () => {
  const telemetry = await openTelemetry(null)
  const routes = [{ call, handle: async () => ({}) }]
  expect(telemetry.routes(routes)).toBe(routes)
})
