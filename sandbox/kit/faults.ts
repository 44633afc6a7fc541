/** One way to fail, for the next `times` answers. */
export type Fault = {
  status: number
  times?: number
  /** Seconds, sent as `Retry-After`. */
  retryAfter?: number
  /** Sent instead of the provider's own error body: HTML, truncated JSON, a wrong field. */
  body?: string
  /** Only requests whose path starts with this. */
  path?: string
  /** The provider's name of the reason (`QUOTA_EXCEEDED`, `quotaExceeded`). */
  reason?: string
  /** Milliseconds until the answer begins. */
  delayMs?: number
  /** The connection ends in the middle of the answer. */
  isCut?: true
}

/** Pending faults, first in, first out. */
export function createFaults() {
  const waiting: (Fault & { times: number })[] = []
  return {
    add(fault: Fault) {
      waiting.push({ ...fault, times: fault.times ?? 1 })
    },
    clear() {
      waiting.length = 0
    },
    /** Removes and returns the fault for a request to `path`, if there is one. */
    take(path: string): Fault | null {
      const index = waiting.findIndex((fault) => !fault.path || path.startsWith(fault.path))
      const fault = waiting[index]
      if (!fault) return null
      fault.times -= 1
      if (fault.times <= 0) waiting.splice(index, 1)
      return fault
    },
  }
}
