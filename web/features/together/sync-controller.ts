/* Keeps one player on the shared timeline. Pure: time, clock and player come from outside, so that tests and the bench run it in
   simulated time. */
import { positionAt, type Timeline } from '#contract/together.ts'

export type SyncedPlayer = {
  play(): void
  pause(): void
  seek(positionMs: number): void
  /** Null for a player without rate control. */
  setRate: ((rate: number) => void) | null
}

/** What a player reports: its position, and whether it moves. */
export type PlayerReport = { positionMs: number; isPlaying: boolean }

export type SyncState = 'waiting' | 'starting' | 'catching-up' | 'in-sync'

/** A player without rate control is moved only when it is further off than this. */
export const SEEK_ONLY_OVER_MS = 350
/** After a start, a player with rate control corrects a larger offset by one seek, and a smaller one by its rate. */
const START_SEEK_MS = 180
/** Later in an item, only larger errors cause a seek. */
const LATER_SEEK_MS = 1_200
/** Errors below this are noise. */
const TOLERATED_MS = 18
const COARSE_TOLERATED_MS = 60
const FINE_RATE = 0.05
/** Seeks of one start: the start itself, and one correction. */
const SEEKS_PER_START = 2
const SEEK_PAUSE_MS = 15_000
const REPORTS_KEPT = 12
const REPORTS_TO_STEER = 4
const REPORT_AGE_MS = 8_000
const MAX_LAG_MS = 2_500
/** The maximum difference at which a player counts as in sync. */
const IN_SYNC_MS = 500
export const DEFAULT_LAG_MS = 425

export const isSameTimeline = (a: Timeline, b: Timeline): boolean =>
  a.item === b.item && a.rate === b.rate && a.at_ms === b.at_ms && a.position_ms === b.position_ms

/** The controller's state of its player. */
type Control = {
  player: SyncedPlayer
  motion: Motion
  speed: ReturnType<typeof createSpeed>
  lag: ReturnType<typeof createLag>
  timeline: Timeline | null
  hasStarted: boolean
  isPaused: boolean
  seeksLeft: number
  seekCount: number
  lastSeekMs: number
  commandMs: number
  error: number | null
}

/**
 * @param lagMs the measured time from a command to moving sound on this device
 * @param rates the steps that the player offers; null for any rate
 */
export function createSyncController({ player, lagMs, rates }: { player: SyncedPlayer; lagMs: number; rates?: readonly number[] | null }) {
  const motion = createMotion()
  const speed = createSpeed({ player, motion, rates: rates ?? null })
  const lag = createLag(lagMs)
  const control: Control = {
    player,
    motion,
    speed,
    lag,
    timeline: null,
    hasStarted: false,
    isPaused: true,
    seeksLeft: 0,
    seekCount: 0,
    lastSeekMs: Number.NEGATIVE_INFINITY,
    commandMs: Number.NEGATIVE_INFINITY,
    error: null,
  }
  return {
    setTimeline(next: Timeline): void {
      if (control.timeline && isSameTimeline(control.timeline, next)) return
      control.timeline = next
      restart(control)
    },
    setRates: speed.setRates,
    /** The player was stopped meanwhile: it starts again where the others are. */
    restart: () => restart(control),
    report(report: PlayerReport, localMs: number): void {
      const wasMoving = motion.isMoving()
      motion.add(report, localMs)
      // The player waited for data, so it is behind by an unknown time: one more seek may help.
      if (control.hasStarted && !wasMoving && report.isPlaying && localMs - control.lastSeekMs > SEEK_PAUSE_MS)
        control.seeksLeft = Math.max(control.seeksLeft, 1)
    },
    /** Call about ten times a second. */
    tick(localMs: number, serverMs: number): void {
      const { timeline, hasStarted } = control
      if (!timeline) return
      const target = positionAt(timeline, serverMs)
      if (timeline.rate === 0 || serverMs < timeline.at_ms - lag.ms()) {
        if (!hasStarted || timeline.rate === 0) return hold(control, timeline.position_ms, localMs)
      } else if (!hasStarted) return start(control, target, serverMs - timeline.at_ms, localMs)
      speed.tick(localMs)
      steer(control, target, localMs)
    },
    state(): SyncState {
      const { timeline, error } = control
      if (!timeline || timeline.rate === 0) return 'waiting'
      if (error === null) return 'starting'
      return Math.abs(error) <= IN_SYNC_MS ? 'in-sync' : 'catching-up'
    },
    errorMs: () => control.error,
    /** The lag as measured; store it for the next visit of this device. */
    lagMs: lag.ms,
    seeks: () => control.seekCount,
  }
}

function restart(control: Control): void {
  control.hasStarted = false
  control.seeksLeft = SEEKS_PER_START
  control.error = null
}

function seek(control: Control, positionMs: number, localMs: number): void {
  control.seekCount++
  control.lastSeekMs = localMs
  control.commandMs = localMs
  control.lag.measureAgain()
  control.speed.reset(localMs)
  control.motion.clear()
  control.player.seek(Math.max(0, positionMs))
}

/** Before the agreed moment, or while paused: waits at the position. */
function hold(control: Control, positionMs: number, localMs: number): void {
  const { player, motion, speed } = control
  if (!control.isPaused || motion.isMoving()) {
    if (localMs - control.commandMs > 300) {
      player.pause()
      control.commandMs = localMs
    }
    control.isPaused = true
    speed.setRate(1, localMs)
  }
  control.hasStarted = false
  const last = motion.lastPosition()
  if (last !== null && !motion.isMoving() && Math.abs(last - positionMs) > 100 && control.seeksLeft === SEEKS_PER_START) {
    control.seeksLeft--
    player.seek(positionMs)
    motion.clear()
  }
}

function start(control: Control, target: number, lateMs: number, localMs: number): void {
  const { player, motion, speed, lag } = control
  control.hasStarted = true
  control.isPaused = false
  control.commandMs = localMs
  control.seeksLeft = SEEKS_PER_START - 1
  lag.measureAgain()
  motion.clear()
  speed.endPulse()
  // On time, the player is already at the position. When late, it jumps to the others.
  if (lateMs > 60) {
    control.lastSeekMs = localMs
    player.seek(target + lag.ms())
  }
  player.play()
}

function steer(control: Control, target: number, localMs: number): void {
  const { player, motion, speed, lag } = control
  const measured = motion.estimate(localMs)
  if (measured === null) return
  const error = target - measured.positionMs
  control.error = error
  lag.measure(error, measured.count)
  const isEarly = measured.count < REPORTS_TO_STEER
  const limit = !player.setRate ? SEEK_ONLY_OVER_MS : isEarly || control.seeksLeft > 0 ? START_SEEK_MS : LATER_SEEK_MS
  if (Math.abs(error) > limit && (control.seeksLeft > 0 || localMs - control.lastSeekMs > SEEK_PAUSE_MS)) {
    control.seeksLeft = Math.max(0, control.seeksLeft - 1)
    seek(control, target + lag.ms(), localMs)
  } else if (!isEarly) {
    control.seeksLeft = 0
    speed.pulse(error, localMs)
  }
}

/** The time from a command to moving sound. The first report after a command shows it. */
function createLag(initialMs: number) {
  let lag = initialMs
  let isMeasured = false
  return {
    ms: () => lag,
    measureAgain: () => void (isMeasured = false),
    measure(error: number, reports: number): void {
      if (isMeasured) return
      isMeasured = true
      if (Math.abs(error) < MAX_LAG_MS) lag = Math.max(0, Math.min(MAX_LAG_MS, lag + error * (reports === 1 ? 0.85 : 0.5)))
    },
  }
}

/** The player's rate: changed for just as long as an error needs, then normal. */
function createSpeed({ player, motion, rates }: { player: SyncedPlayer; motion: Motion; rates: readonly number[] | null }) {
  let steps = rates
  let pulseEndsMs: number | null = null

  function setRate(rate: number, localMs: number): void {
    if (rate === motion.rate()) return
    motion.setRate(rate, localMs)
    player.setRate?.(rate)
  }

  return {
    setRate,
    setRates: (offered: readonly number[] | null) => void (steps = offered),
    endPulse: () => void (pulseEndsMs = null),
    /** Plays at the normal rate. */
    reset(localMs: number): void {
      setRate(1, localMs)
      pulseEndsMs = null
    },
    /** Changes the rate to remove this error; `tick` ends it, and then it is measured again. */
    pulse(errorMs: number, localMs: number): void {
      if (!player.setRate || pulseEndsMs !== null) return
      const rate = rateFor(errorMs, steps)
      if (rate === 1) return
      setRate(rate, localMs)
      pulseEndsMs = localMs + Math.min(4_000, errorMs / (rate - 1))
    },
    tick(localMs: number): void {
      if (pulseEndsMs === null || localMs < pulseEndsMs) return
      pulseEndsMs = null
      setRate(1, localMs)
    },
  }
}

/** A rate that removes this error: within 5% of normal where the player offers it, otherwise its step nearest to normal. */
export function rateFor(errorMs: number, steps: readonly number[] | null): number {
  const size = Math.abs(errorMs)
  if (size <= TOLERATED_MS) return 1
  const sign = Math.sign(errorMs)
  const ideal = 1 + sign * Math.min(FINE_RATE, Math.max(0.01, size / 2_000))
  if (!steps) return ideal
  const useful = steps.filter((rate) => (rate - 1) * sign > 0).toSorted((a, b) => Math.abs(a - 1) - Math.abs(b - 1))
  const fine = useful.findLast((rate) => Math.abs(rate - 1) <= FINE_RATE + 1e-9)
  if (fine !== undefined) return fine
  // A coarse step is audible, so it is only for what users notice anyway.
  return size > COARSE_TOLERATED_MS ? (useful[0] ?? 1) : 1
}

type Motion = ReturnType<typeof createMotion>

/** Extrapolates the position from jittered reports: the median of the latest ones. */
function createMotion() {
  let reports: { originMs: number; atMs: number }[] = []
  let rate = 1
  /** The position of an uninterrupted player: the rate integrated over time. */
  let played = 0
  let playedAtMs: number | null = null
  let isMoving = false
  let lastPosition: number | null = null

  function advance(localMs: number): void {
    if (playedAtMs !== null) played += (localMs - playedAtMs) * rate
    playedAtMs = localMs
  }

  return {
    rate: () => rate,
    isMoving: () => isMoving,
    lastPosition: () => lastPosition,
    setRate(next: number, localMs: number): void {
      advance(localMs)
      rate = next
    },
    clear(): void {
      reports = []
      isMoving = false
    },
    add({ positionMs, isPlaying }: PlayerReport, localMs: number): void {
      advance(localMs)
      lastPosition = positionMs
      isMoving = isPlaying
      if (!isPlaying) reports = []
      else reports = [...reports, { originMs: positionMs - played, atMs: localMs }].slice(-REPORTS_KEPT)
    },
    estimate(localMs: number): { positionMs: number; count: number } | null {
      advance(localMs)
      reports = reports.filter(({ atMs }) => localMs - atMs < REPORT_AGE_MS)
      if (reports.length === 0) return null
      const sorted = reports.map(({ originMs }) => originMs).toSorted((a, b) => a - b)
      const half = Math.floor(sorted.length / 2)
      const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)] ?? 0, sorted[half] ?? 0]
      return { positionMs: (low + high) / 2 + played, count: reports.length }
    },
  }
}
