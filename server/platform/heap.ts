import { availableParallelism } from 'node:os'
import { performance } from 'node:perf_hooks'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** How much the old generation may grow before a full garbage collection. V8's own limit depends on the allocation rate. */
const GROWTH_PERCENT = 50
/** With more cores, the garbage collector's threads run on their own cores. */
const FEW_CORES = 2

/** Tunes V8's garbage collector for a server. Call it before anything else. */
export function configureHeap(): void {
  enlargeYoungGeneration()
  raiseOldGenerationLimit()
  keepWebAssemblyCode()
  if (availableParallelism() <= FEW_CORES) markIncrementally()
}

/**
 * Uses all of the young generation from the start.
 *
 * V8 collects in idle moments once four fifths are used, so the last fifth (26 MB of 128) is touched page by page over hours. An
 * hour after its start, a server under steady load still grew by 4 to 6 MB an hour, which looks like a leak. Without that task,
 * V8 collects when the memory is full, which is less often (F17 in docs/security.md).
 */
function enlargeYoungGeneration(): void {
  setFlagsFromString('--no-minor-gc-task')
}

/**
 * Lets the old generation grow by the same share at any time.
 *
 * With 10,000 sockets a full collection takes other threads 100 to 180 ms, and on two cores everything waits for it. After a quiet
 * time V8 allows little growth: it collected three times in the first half minute of load, and messages took 50 to 80 ms instead
 * of 2. With this setting it collected once in that minute (F10 in docs/security.md).
 */
function raiseOldGenerationLimit(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`)
}

/**
 * Keeps the machine code of WebAssembly that V8 has replaced by faster code: some megabytes for the embedded database.
 *
 * V8 13.6 sometimes ends the process while it frees such code ("Check failed: jit_page_->allocations_.erase(addr) == 1";
 * nodejs/node#64500, decision 0003). Without the second flag a full collection would drop code that is still in use.
 */
export function keepWebAssemblyCode(): void {
  setFlagsFromString('--no-wasm-code-gc')
  setFlagsFromString('--no-flush-liftoff-code')
}

/**
 * Marks old objects in small steps on the main thread, not concurrently.
 *
 * On two cores the marking threads compete with the server and the database: with 10,000 sockets they ran for a fifth of a second,
 * and 50 messages in a row were 20 to 50 ms late. In steps, the 99th percentile of a minute was 8.5 and 9.3 ms on PostgreSQL, and
 * 10.2 and 12.1 without; two runs each, on a noisy machine (F10 in docs/security.md).
 */
function markIncrementally(): void {
  setFlagsFromString('--no-concurrent-marking')
}

const LOOK_EVERY_MS = 60_000
/** A thread is idle if it worked for less than this share of the time. */
const IDLE_SHARE = 0.05
/** The memory that a collection must free to be worth its pause of about 0.1 s. */
const WORTH_BYTES = 16 * 2 ** 20

export type IdleHeap = {
  /** The share of the time that the thread worked since the last call, 0 to 1. */
  utilization: () => number
  /** The size of the heap in bytes, with garbage. */
  size: () => number
  /** A full collection that returns the free pages to the operating system. */
  collect: () => void
}

/**
 * Collects garbage while this thread is idle; call it in each thread. A start leaves 130 MB of garbage, a first start with its demo world
 * more, and V8 would keep them until its heap grows. Returns a function that stops it.
 */
export function collectWhenIdle({ utilization, size, collect }: IdleHeap = processHeap()): () => void {
  let sizeAfter = 0
  const timer = setInterval(() => {
    if (utilization() > IDLE_SHARE || size() < sizeAfter + WORTH_BYTES) return
    collect()
    sizeAfter = size()
  }, LOOK_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** The heap of the calling thread. */
export function processHeap(): IdleHeap {
  let before = performance.eventLoopUtilization()
  return {
    utilization() {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, before)
      before = now
      return utilization
    },
    size: () => getHeapStatistics().total_heap_size,
    collect() {
      // V8 makes its collector available to scripts only by this flag, and only in contexts created after it.
      setFlagsFromString('--expose-gc')
      runInNewContext("gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })")
    },
  }
}
