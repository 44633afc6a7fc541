import type { Uid } from '#contract/base/ids.ts'
import type { LocalHub } from '#server/platform/socket/socket-hub.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { Together } from './together.service.ts'

/** A user without any socket for this long has left; a reload or a lost network is shorter. */
const AWAY_MS = 45_000

type Options = {
  together: Pick<Together, 'leaveAll' | 'everyoneHere'>
  hub: Pick<LocalHub, 'onUserPresence' | 'countSockets'>
  log: Log
  awayMs?: number
}

/** Ends the participation of users who have left. After a crash no departures were recorded, so a start checks all members. */
export function createDepartures({ together, hub, log, awayMs = AWAY_MS }: Options) {
  const timers = new Map<Uid, NodeJS.Timeout>()

  async function leaveIfGone(uid: Uid): Promise<void> {
    timers.delete(uid)
    try {
      if ((await hub.countSockets(uid)) === 0) await together.leaveAll(uid)
    } catch (error) {
      log.error({ err: error, uid }, 'ending the part in a shared session failed')
    }
  }

  function checkLater(uid: Uid): void {
    clearTimeout(timers.get(uid))
    timers.set(uid, setTimeout(() => void leaveIfGone(uid), awayMs).unref())
  }

  hub.onUserPresence((uid, isHere) => {
    if (!isHere) return checkLater(uid)
    clearTimeout(timers.get(uid))
    timers.delete(uid)
  })

  return {
    /** Call once the server runs. */
    async resume(): Promise<void> {
      for (const uid of await together.everyoneHere()) checkLater(uid)
    },
    stop(): void {
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
    },
  }
}
