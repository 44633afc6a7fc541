/* Responses that came with the session, so that the first page needs no further requests. Each is used once. */

/** Older responses may be out of date. */
export const FRESH_MS = 5_000

let responses = new Map<string, unknown>()
let askedAtMs = 0

/** The responses in the body of a session, by the addresses of their calls. */
export function firstResponsesOf(body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || !('answers' in body) || typeof body.answers !== 'object') return {}
  return { ...body.answers }
}

/** Replaces all responses. @param askedAt when they were requested, by `performance.now()` */
export function setFirstResponses(input: Readonly<Record<string, unknown>>, askedAt: number): void {
  responses = new Map(Object.entries(input))
  askedAtMs = askedAt
}

export const clearFirstResponses = (): void => responses.clear()

/** Returns the response for an address once, or undefined. */
export function consumeFirstResponse(address: string): unknown {
  if (responses.size === 0 || performance.now() - askedAtMs > FRESH_MS) return undefined
  const response = responses.get(address)
  responses.delete(address)
  return response
}
