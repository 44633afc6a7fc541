import type { Uid } from '#contract/base/ids.ts'
import type { LocalHub } from '#server/platform/socket/socket-hub.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { Together } from './together.service.ts'

/** A user without any socket for this long is away; a reload is shorter, and so is the reconnect after a lost socket. */
const AWAY_MS = 15_000
/** A user who is away this long has left; most network losses are shorter. */
const LEFT_MS = 45_000

type Options = {
  together: Pick<Together, 'markAwayInAll' | 'leaveAll' | 'everyoneHere'>
  hub: Pick<LocalHub, 'onUserPresence' | 'countSockets'>
  log: Log
}

/**
 * Reports users without a socket as away, and ends their participation later. After a crash no departures were recorded, so a start checks
 * all members.
 */
export function createDepartures({ together, hub, log }: Options) {
  const timers = new Map<Uid, NodeJS.Timeout>()

  async function endIfGone(uid: Uid, end: (uid: Uid) => Promise<void>): Promise<void> {
    try {
      if ((await hub.countSockets(uid)) === 0) await end(uid)
    } catch (error) {
      log.error({ err: error, uid }, 'removing a user from a shared session failed')
    }
  }

  function startTimer(uid: Uid, ms: number, run: () => void): void {
    clearTimeout(timers.get(uid))
    timers.set(uid, setTimeout(run, ms).unref())
  }

  function leaveLater(uid: Uid, ms: number): void {
    startTimer(uid, ms, () => {
      timers.delete(uid)
      void endIfGone(uid, together.leaveAll)
    })
  }

  function departLater(uid: Uid): void {
    startTimer(uid, AWAY_MS, () => {
      leaveLater(uid, LEFT_MS - AWAY_MS)
      void endIfGone(uid, together.markAwayInAll)
    })
  }

  hub.onUserPresence((uid, isHere) => {
    if (!isHere) return departLater(uid)
    clearTimeout(timers.get(uid))
    timers.delete(uid)
  })

  return {
    /** Call once the server runs. */
    async resume(): Promise<void> {
      for (const uid of await together.everyoneHere()) leaveLater(uid, LEFT_MS)
    },
    stop(): void {
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
    },
  }
}
