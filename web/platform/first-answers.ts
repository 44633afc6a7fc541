/* Answers that came with the session, so that the first page needs no further requests. Each is used once. */

/** Older answers may be out of date. */
export const FRESH_MS = 5_000

let answers = new Map<string, unknown>()
let askedAtMs = 0

/** The answers in the body of a session, by the addresses of their calls. */
export function firstAnswersOf(body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || !('answers' in body) || typeof body.answers !== 'object') return {}
  return { ...body.answers }
}

/** Replaces all answers. @param askedAt when they were requested, by `performance.now()` */
export function setFirstAnswers(input: Readonly<Record<string, unknown>>, askedAt: number): void {
  answers = new Map(Object.entries(input))
  askedAtMs = askedAt
}

export const forgetFirstAnswers = (): void => answers.clear()

/** Returns the answer for an address once, or undefined. */
export function consumeFirstAnswer(address: string): unknown {
  if (answers.size === 0 || performance.now() - askedAtMs > FRESH_MS) return undefined
  const answer = answers.get(address)
  answers.delete(address)
  return answer
}
