import { createServer } from 'node:http'

/** A span in the exporters' OTLP format. */
export type SentSpan = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
  links?: { traceId: string; spanId: string }[]
}

/** A fake OpenTelemetry collector that records what it receives. */
export async function startCollector() {
  const spans: SentSpan[] = []
  const metrics: string[] = []
  const collector = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += String(part)))
    request.on('end', () => {
      if (request.url === '/v1/traces') spans.push(...spansIn(body))
      else if (request.url === '/v1/metrics') metrics.push(body)
      response.writeHead(request.url?.startsWith('/v1/') ? 200 : 404, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const address = collector.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { endpoint: `http://127.0.0.1:${port}`, spans, metrics, close: () => void collector.close() }
}

function spansIn(body: string): SentSpan[] {
  // Only exporters connect to it.
  const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] }
  return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
}
