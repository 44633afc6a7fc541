import { timings } from '#contract/limits.ts'
import { closeCodes } from '#contract/socket.ts'

/** Why a socket is gone, as far as the next attempt cares. */
export type LossReason = 'lost' | 'restarting' | 'slow_reader' | 'unauthenticated' | 'too_fast'

const reasonOfCode: Record<number, LossReason> = {
  [closeCodes.restarting]: 'restarting',
  [closeCodes.slowReader]: 'slow_reader',
  [closeCodes.unauthenticated]: 'unauthenticated',
  [closeCodes.tooFast]: 'too_fast',
}

/** What a close code means; codes we don't know are plain losses. */
export function lossOf(code: number): LossReason {
  return reasonOfCode[code] ?? 'lost'
}

/** Added when the server found us too fast: coming back as quickly would meet the same answer. */
const TOO_FAST_EXTRA_MS = 10_000
const MAX_HINT_MS = 5 * 60_000

/**
 * How long to wait before the next socket, in milliseconds: 5,000 plus up to 2,500 at random, never less (spec, section 9).
 * A server that restarts may ask for longer: `retry-after-ms=20000` in the reason of its close 1012. The jitter comes on top.
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
