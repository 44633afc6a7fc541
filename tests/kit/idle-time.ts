import { performance } from 'node:perf_hooks'
import { afterEach, beforeEach } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** The idle time of this thread during the test: it waited for a timeout, a process or another thread. */
    idleMs?: number
  }
}

/* Each test reports it to Vitest's JSON report, where bench/tests.ts reads it. */
let before = performance.eventLoopUtilization()
beforeEach(() => void (before = performance.eventLoopUtilization()))
afterEach(({ task }) => void (task.meta.idleMs = Math.round(performance.eventLoopUtilization(before).idle)))
