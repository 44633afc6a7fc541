import { timings } from '#contract/limits.ts'
import { closeCodes } from '#contract/socket.ts'

/** Why a socket closed, as far as reconnecting depends on it. */
export type LossReason = 'lost' | 'restarting' | 'slow_reader' | 'unauthenticated' | 'too_fast'

const reasonOfCode: Record<number, LossReason> = {
  [closeCodes.restarting]: 'restarting',
  [closeCodes.slowReader]: 'slow_reader',
  [closeCodes.unauthenticated]: 'unauthenticated',
  [closeCodes.tooFast]: 'too_fast',
}

/** The reason for a close code; unknown codes are plain connection losses. */
export function lossReasonOf(code: number): LossReason {
  return reasonOfCode[code] ?? 'lost'
}

/** Extra delay after the server rejected too many requests. */
const TOO_FAST_EXTRA_MS = 10_000
const MAX_HINT_MS = 5 * 60_000

/**
 * The delay before reconnecting, in milliseconds: 5,000 plus up to 2,500 of jitter, never less (spec, section 9).
 * A restarting server may request a longer delay with `retry-after-ms=20000` in the reason of close code 1012; jitter is added.
 * @param random a number from 0 up to 1
 */
export function reconnectDelayMs(code: number, closeReason: string, random: number): number {
  const jitterMs = random * timings.reconnectJitterMs
  const hintMs = code === closeCodes.restarting ? Math.min(readHint(closeReason), MAX_HINT_MS) : 0
  const extraMs = code === closeCodes.tooFast ? TOO_FAST_EXTRA_MS : 0
  return Math.max(timings.reconnectDelayMs, hintMs) + extraMs + jitterMs
}

function readHint(closeReason: string): number {
  return Number(/retry-after-ms=(\d+)/.exec(closeReason)?.[1] ?? 0)
}
