import { setTimeout as wait } from 'node:timers/promises'
import type { Catalog } from './catalog.ts'
import { createFaults, type Fault } from './faults.ts'
import { startServer, type FakeResponse, type FakeRequest } from './http.ts'

export type FakeServiceOptions = {
  port: number
  host: string
  clientId: string
  /** Null for an application that only uses PKCE. */
  clientSecret: string | null
  /** The secret for an application's own token, also where user authorizations are public; `clientSecret` by default. */
  applicationSecret?: string | null
  /** Origins of the product, as registered with the provider. `http://127.0.0.1` without a port matches any port. */
  redirectOrigins: readonly string[]
  data: Catalog
  /** The delay of a page of the API, in milliseconds; makes the progress of a sync visible. 0 by default. */
  pageDelayMs?: number
  /** Unix time in milliseconds; the computer's clock when left out. */
  now?: () => number
}

export type FakeService = {
  origin: string
  failNext(fault: Fault): void
  /** Removes the pending faults. */
  stopFailing(): void
  /** The same as removing the application on the provider's account page. */
  revoke(login: string): void
  setPageDelay(ms: number): void
  close(): Promise<void>
}

/** Starts a fake service that can be made to fail with the provider's own errors (`reject`). */
export async function startFakeService(
  { host, port, pageDelayMs = 0 }: FakeServiceOptions,
  parts: {
    answer: (request: FakeRequest) => FakeResponse
    reject: (fault: Fault) => FakeResponse
    isApi: (path: string) => boolean
    revoke: (login: string) => void
  },
): Promise<FakeService> {
  const faults = createFaults()
  let delayMs = pageDelayMs
  const { origin, close } = await startServer({ host, port }, async (request) => {
    if (delayMs > 0 && parts.isApi(request.path)) await wait(delayMs)
    const fault = faults.take(request.path)
    if (!fault) return parts.answer(request)
    if (fault.delayMs) await wait(fault.delayMs)
    if (fault.isCut) return { ...parts.answer(request), isCut: true }
    if (fault.status === 200 && fault.body === undefined) return parts.answer(request)
    const failure = parts.reject(fault)
    const retry = fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) }
    return { ...failure, headers: { ...failure.headers, ...retry }, ...(fault.body === undefined ? {} : { body: fault.body }) }
  })
  return {
    origin,
    close,
    failNext: (fault) => faults.add(fault),
    stopFailing: () => faults.clear(),
    revoke: (login) => parts.revoke(login),
    setPageDelay: (ms) => {
      delayMs = ms
    },
  }
}
