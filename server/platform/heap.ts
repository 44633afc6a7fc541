import { availableParallelism } from 'node:os'
import { setFlagsFromString } from 'node:v8'

/** How much more than what is held may be taken before V8 looks through all of it. By itself it allows more the faster objects come. */
const ROOM_PERCENT = 50
/** With more, threads beside the one that serves have one to themselves. */
const FEW_CORES = 2

/** Tells V8 when to tidy up in a server. To be called before anything else. */
export function tuneHeap(): void {
  useYoungMemoryWhole()
  giveOldMemoryRoom()
  if (availableParallelism() <= FEW_CORES) lookThroughInSteps()
}

/**
 * Uses the memory for young objects whole from the first minutes on.
 *
 * V8 tidies up at a moment without work as soon as four fifths of that memory are used, so the last fifth (26 MB of 128) is
 * touched for the first time page by page, over hours, whenever such a moment comes late: an hour after its start a server at a
 * steady load still grew by 4 to 6 MB an hour, nearly all of it there. Whoever watches what is resident could not tell that from
 * a leak. Without that task it tidies up when all is used, which is less often (F17 in docs/security.md).
 */
function useYoungMemoryWhole(): void {
  setFlagsFromString('--no-minor-gc-task')
}

/**
 * Lets the memory for old objects grow by the same share at any time.
 *
 * Looking through it takes threads of its own 100 to 180 ms where 10,000 sockets are held, and on two cores everybody waits for
 * that. V8 allows little growth after a quiet time: in the first half minute of work it did so three times, and each time what
 * was sent took 50 to 80 ms instead of 2. With this it did so once in that minute (F10 in docs/security.md).
 */
function giveOldMemoryRoom(): void {
  setFlagsFromString(`--heap-growing-percent=${ROOM_PERCENT}`)
}

/**
 * Looks through old objects in small steps between what there is to do, not on threads beside it.
 *
 * On two cores those threads take the core from whoever serves, or from the database: in the fifth of a second that it took with
 * 10,000 sockets, 50 messages in a row were 20 to 50 ms late. In steps it is as much computing, and the slow hundredth of a minute
 * was 8.5 and 9.3 ms on PostgreSQL, 10.2 and 12.1 without: two runs each, on a noisy machine (F10 in docs/security.md).
 */
function lookThroughInSteps(): void {
  setFlagsFromString('--no-concurrent-marking')
}
