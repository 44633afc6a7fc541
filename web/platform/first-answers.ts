/* Answers that came with the session, so that the first page needs no further requests. Each is used once. */
import * as z from 'zod/mini'

/** Older answers may be out of date. */
export const FRESH_MS = 5_000

const session = z.object({ answers: z._default(z.record(z.string(), z.unknown()), {}) })

let answers = new Map<string, unknown>()
let askedAtMs = 0

/** The answers in the body of a session, by the addresses of their calls. */
export const firstAnswersOf = (body: unknown): Record<string, unknown> => session.safeParse(body).data?.answers ?? {}

/** Replaces all answers. @param askedAt when they were requested, by `performance.now()` */
export function setFirstAnswers(given: Readonly<Record<string, unknown>>, askedAt: number): void {
  answers = new Map(Object.entries(given))
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
