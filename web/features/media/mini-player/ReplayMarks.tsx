import { useNowPlaying } from '../players/now-playing.store.ts'
import { useReplayMarks } from '../players/replay-marks.store.ts'

/** Reactions float for this long around their second. */
const FLOATING_MS = 2_000

/** The reactions of a shared session to the playing item, at their seconds. */
export function ReplayMarks({ id }: { id: string }) {
  const marks = useReplayMarks((state) => state.marks[id])
  const positionMs = useNowPlaying((now) => now.positionMs)
  if (!marks || positionMs === null) return null
  return (
    <span className="wl-mini-marks" aria-hidden>
      {marks.map(({ emoji, position_ms: at }, index) =>
        // Two equal reactions differ by their order alone, which never changes.
        // oxlint-disable-next-line react/no-array-index-key
        Math.abs(at - positionMs) < FLOATING_MS ? <span key={index}>{emoji}</span> : null,
      )}
    </span>
  )
}
