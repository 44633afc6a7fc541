import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { Clock } from '#server/platform/clock.ts'

/** Each reads everything of a person; more at once would slow everybody else. */
const EXPORTS_AT_ONCE = 2
/** Long enough for a gigabyte over a line of 15 megabits a second. */
export const TURN_MS = 10 * 60_000

/** A turn at writing an export. */
export type ExportTurn = {
  /** Ends the person's earlier export: there is one of each at a time. Call once this one is sure to be written. */
  begin(): void
  /** Aborted when somebody else needs the turn; whoever reads gets no more. */
  signal: AbortSignal
  /** Call when it was read or given up; twice is harmless. */
  end(): void
}

/**
 * Who may have an export written. A turn lasts as long as the reader takes, and that is not ours to say: one that has lasted
 * for `TURN_MS` goes to whoever needs it next. While nobody does, slow lines have all the time they want.
 */
export function createExportTurns({ clock }: { clock: Clock }) {
  type Held = { uid: Uid; endsAt: number; ending: AbortController }
  const held = new Set<Held>()

  function stop(turn: Held): void {
    held.delete(turn)
    turn.ending.abort()
  }

  return {
    /** @throws AppError 'unavailable' while others have all turns, none of them for too long */
    take(uid: Uid): ExportTurn {
      const now = clock.now().getTime()
      const others = [...held].filter((turn) => turn.uid !== uid)
      if (others.length >= EXPORTS_AT_ONCE) {
        const over = others.find((turn) => turn.endsAt <= now)
        if (!over) throw new AppError('unavailable', { exporting: others.length })
        stop(over)
      }
      const mine: Held = { uid, endsAt: now + TURN_MS, ending: new AbortController() }
      held.add(mine)
      return {
        begin: () => [...held].filter((turn) => turn.uid === uid && turn !== mine).forEach(stop),
        signal: mine.ending.signal,
        end: () => void held.delete(mine),
      }
    },
  }
}
