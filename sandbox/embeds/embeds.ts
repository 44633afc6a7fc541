import type { Catalog } from '#sandbox/kit/catalog.ts'
import { createFaults, type Fault } from '#sandbox/kit/faults.ts'
import { startServer, type FakeResponse, type FakeRequest } from '#sandbox/kit/http.ts'
import { embedFile } from './embed-page.ts'

export type EmbedsOptions = {
  host: string
  port: number
  data: Catalog
  /** Origins of the product: the only ones that may frame the players, and the only ones that get their messages. */
  framedBy: readonly string[]
}

/** The embed pages of one platform. */
export type Embeds = {
  origin: string
  failNext(fault: Fault): void
  close(): Promise<void>
}

/** Starts the pages of one platform; `answer` returns null for an unknown path. */
export async function startEmbeds({ host, port }: EmbedsOptions, answer: (request: FakeRequest) => FakeResponse | null): Promise<Embeds> {
  const faults = createFaults()
  const { origin, close } = await startServer({ host, port }, (request) => {
    const fault = faults.take(request.path)
    if (fault) return { status: fault.status, headers: { 'content-type': 'text/html' }, body: fault.body ?? 'Something went wrong' }
    return embedFile(request.path) ?? answer(request) ?? { status: 404, headers: { 'content-type': 'text/plain' }, body: 'Page not found' }
  })
  return { origin, close, failNext: (fault) => faults.add(fault) }
}
