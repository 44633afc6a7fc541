import { create } from 'zustand'
import { onStoredChange, readStored } from '#web/platform/storage/browser-storage.ts'

export type PlayerPlatform = 'spotify' | 'youtube'

/** What a loaded player reports. Times are milliseconds; null where the platform does not report them. */
export type PlayerReport = { isPlaying: boolean; positionMs: number | null; durationMs: number | null }

export type PlayerControls = {
  play(): void
  pause(): void
  /** Null where the player cannot seek. */
  seek: ((positionMs: number) => void) | null
}

/** The key of the queue in this browser's storage. */
export const QUEUE_KEY = 'queue'

type NowPlaying = PlayerReport & {
  /** The player that the mini player controls: the one that was opened or started last. */
  platform: PlayerPlatform | null
  isFolded: boolean
  /** The user pressed Play, and the player has not started yet. */
  isRequested: boolean
  /** Where the requested playback starts; null for the beginning, and once the player has reached it. */
  startMs: number | null
  /** Title and author as the platform reports them; empty until then. */
  title: string
  by: string
  /** Whether this browser has a queue, whose code may not be loaded yet. */
  hasQueue: boolean
  /** Whether a voice message plays although its page was left. */
  hasVoice: boolean
  /** The loaded player's controls; null while it loads. */
  controls: PlayerControls | null
  /** Makes a player the controlled one, before it loads. */
  request(platform: PlayerPlatform, how: { isFolded: boolean; isRequested: boolean; startMs?: number | null }): void
  /** Folds or opens the panel of a platform, which becomes the controlled one. */
  fold(isFolded: boolean, platform?: PlayerPlatform): void
  /** The requested start was sent to the player. */
  started(): void
  attach(platform: PlayerPlatform, controls: PlayerControls): () => void
  report(platform: PlayerPlatform, report: Partial<PlayerReport & { title: string; by: string }>): void
}

const silent = { isPlaying: false, positionMs: null, durationMs: null, title: '', by: '' }
const hasStoredQueue = () => readStored(QUEUE_KEY) !== null
/** A player that reports this little before the start, or up to this long after it, has arrived there. */
const BEFORE_START_MS = 1_500
const AFTER_START_MS = 10_000
/** Players ignore a seek while they load, so it is repeated, but not for ever: some content is shorter than the start. */
const MAX_SEEKS = 20
let seeks = 0
const attached = new Map<PlayerPlatform, PlayerControls>()

/** The current playback of this tab. The players report to it; the mini player, the queue and the media keys read and control it. */
export const useNowPlaying = create<NowPlaying>()((set, get) => ({
  ...silent,
  platform: null,
  isFolded: false,
  isRequested: false,
  startMs: null,
  hasQueue: hasStoredQueue(),
  hasVoice: false,
  controls: null,
  request: (platform, { startMs = null, ...how }) => {
    seeks = 0
    set({ ...silent, ...how, startMs, platform, controls: attached.get(platform) ?? null })
  },
  fold: (isFolded, platform) =>
    set(
      platform === undefined || platform === get().platform
        ? { isFolded }
        : { ...silent, isFolded, platform, controls: attached.get(platform) ?? null },
    ),
  started: () => set({ isRequested: false }),
  attach(platform, controls) {
    attached.set(platform, controls)
    if (get().platform === platform) set({ controls })
    return () => {
      if (attached.get(platform) !== controls) return
      attached.delete(platform)
      if (get().platform === platform) set({ ...silent, controls: null })
    }
  },
  report(platform, report) {
    const isOther = get().platform !== platform
    // A player that the user starts inside its frame becomes the controlled one.
    if (isOther && report.isPlaying !== true) return
    set(isOther ? { ...silent, platform, controls: attached.get(platform) ?? null, startMs: null, ...report } : report)
    const { startMs, isPlaying, positionMs, controls } = get()
    if (startMs === null || !isPlaying || positionMs === null) return
    const hasArrived = seeks > 0 && positionMs >= startMs - BEFORE_START_MS && positionMs <= startMs + AFTER_START_MS
    if (hasArrived || !controls?.seek || ++seeks > MAX_SEEKS) set({ startMs: null })
    else controls.seek(startMs)
  },
}))

onStoredChange(QUEUE_KEY, () => useNowPlaying.setState({ hasQueue: hasStoredQueue() }))
