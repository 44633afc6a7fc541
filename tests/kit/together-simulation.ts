/* Shared sessions in simulated time: the server's real rules, and the web's real clock and controller, with misbehaving players, clocks and
   network. Nothing sleeps, and the same seed gives the same run. */
import type { NewTogetherItem, TogetherCommand } from '#contract/together.ts'
import { applyCommand, newSession, type SessionState } from '#server/features/together/timeline.ts'
import { createServerClock, pingDelayMs } from '#web/features/together/server-clock.ts'
import { createSyncController, DEFAULT_LAG_MS } from '#web/features/together/sync-controller.ts'

const STEP_MS = 10
const TICK_MS = 100
const SLOWEST_MS = 700
const IN_SYNC_MS = 150

export type SimulationOptions = {
  seed: number
  clients: number
  /** Whether the player of this client has rate control. */
  hasRate: (client: number) => boolean
  delayMs?: [min: number, max: number]
  loss?: number
  /** The lag that this device has measured before; null for a new device. */
  isLagKnown?: boolean
}

type Task = { atMs: number; run: () => void }
export type SimulatedClient = ReturnType<typeof createClient>

/** A pseudo-random number generator (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export type Simulation = ReturnType<typeof createSimulation>

export function createSimulation({
  seed,
  clients: count,
  hasRate,
  delayMs = [20, 300],
  loss = 0.02,
  isLagKnown = false,
}: SimulationOptions) {
  const random = randomOf(seed)
  const randomBetween = (min: number, max: number) => min + random() * (max - min)
  let nowMs = 0
  let tasks: Task[] = []
  let session: SessionState = newSession()
  let isServerUp = true
  let ids = 0
  const later = (ms: number, run: () => void) => void tasks.push({ atMs: nowMs + ms, run })
  const clients: SimulatedClient[] = []
  /** The server's clock, with an arbitrary start. */
  const serverMs = () => 1_800_000_000_000 + nowMs

  const world = { nowMs: () => nowMs, serverMs, later, between: randomBetween, random }

  /** Sends something over the network; TCP repeats what is lost, so a loss is a longer delay. */
  function transmit(isOnline: () => boolean, run: () => void): void {
    const delay = randomBetween(...delayMs) + (random() < loss ? 400 : 0)
    later(delay, () => isServerUp && isOnline() && run())
  }

  function command(actor: string, input: TogetherCommand): void {
    session = applyCommand(session, input, { by: actor, nowMs: serverMs(), newId: () => `item-${++ids}`, maxMembers: 50 })
    for (const client of clients) transmit(client.isOnline, () => client.receive(session))
  }

  function addClient(): SimulatedClient {
    const name = `client-${clients.length}`
    const client = createClient(name, {
      world,
      hasRate: hasRate(clients.length),
      isLagKnown,
      send: (input) => transmit(client.isOnline, () => command(name, input)),
      ping: (answer) =>
        transmit(client.isOnline, () => {
          const answered = serverMs()
          transmit(client.isOnline, () => answer(answered))
        }),
      read: () => transmit(client.isOnline, () => transmit(client.isOnline, () => client.receive(session))),
    })
    clients.push(client)
    // Members of the conversation see the session before they join.
    client.open()
    return client
  }
  for (let index = 0; index < count; index++) addClient()

  return {
    clients,
    addClient,
    command,
    session: () => session,
    nowMs: () => nowMs,
    serverMs,
    setServerUp: (isUp: boolean) => void (isServerUp = isUp),
    /** Runs until this time has passed, and calls `sample` at each tick. */
    run(ms: number, sample?: () => void): void {
      const end = nowMs + ms
      while (nowMs < end) {
        nowMs += STEP_MS
        const due = tasks.filter(({ atMs }) => atMs <= nowMs).toSorted((a, b) => a.atMs - b.atMs)
        tasks = tasks.filter(({ atMs }) => atMs > nowMs)
        for (const { run } of due) run()
        for (const client of clients) client.step()
        if (sample && nowMs % TICK_MS === 0) sample()
      }
    },
    /** The largest differences of position between any two playing clients, in milliseconds. */
    differences(of: readonly SimulatedClient[] = clients): number[] {
      const found: number[] = []
      for (const [index, first] of of.entries())
        for (const other of of.slice(index + 1)) found.push(Math.abs(first.position() - other.position()))
      return found
    },
  }
}

type World = {
  nowMs: () => number
  serverMs: () => number
  later: (ms: number, run: () => void) => void
  between: (min: number, max: number) => number
  random: () => number
}
type ClientOptions = {
  world: World
  hasRate: boolean
  isLagKnown: boolean
  send: (command: TogetherCommand) => void
  ping: (answer: (serverMs: number) => void) => void
  read: () => void
}

function createClient(name: string, { world, hasRate, isLagKnown, send, ping, read }: ClientOptions) {
  const startedMs = world.nowMs()
  const clockOffsetMs = world.between(-5_000, 5_000)
  const clockRate = 1 + world.between(-100e-6, 100e-6)
  const localMs = () => clockOffsetMs + (world.nowMs() - startedMs) * clockRate
  const startDelayMs = world.between(50, 800)
  const loadingMs = world.between(200, 2_500)
  const player = createPlayer(world, { startDelayMs, hasRate, report: (report) => controller.report(report, localMs()) })
  const clock = createServerClock(localMs)
  const controller = createSyncController({ player: player.controls, lagMs: isLagKnown ? startDelayMs : DEFAULT_LAG_MS })
  let isJoined = false
  let isOnline = true
  let item: string | null = null
  let pings = 0
  let nextPingMs = 0
  let nextTickMs = world.nowMs() + world.between(0, TICK_MS)

  /** Later than the slowest `join`: a socket keeps the order. */
  function reportReady(): void {
    const loaded = item
    if (loaded !== null) world.later(loadingMs + SLOWEST_MS, () => send({ kind: 'ready', item: loaded }))
  }

  return {
    name,
    isOnline: () => isOnline,
    player,
    controller,
    position: player.position,
    isPlaying: player.isPlaying,
    clockErrorMs: () => clock.now() - world.serverMs(),
    open: read,
    join(): void {
      isJoined = true
      send({ kind: 'join', platform: hasRate ? 'youtube' : 'spotify' })
      reportReady()
    },
    setOnline(online: boolean): void {
      isOnline = online
      nextPingMs = 0
      pings = 0
      if (online) read()
    },
    receive(session: SessionState): void {
      const { current } = session
      if (!current) return
      if (current.id !== item) {
        item = current.id
        player.load()
        if (isJoined) reportReady()
      }
      controller.setTimeline(session.timeline)
    },
    step(): void {
      player.step(STEP_MS)
      const now = world.nowMs()
      if (now >= nextPingMs) {
        nextPingMs = now + pingDelayMs(pings++)
        const sent = localMs()
        ping((answered) => clock.add(sent, localMs(), answered))
      }
      if (now < nextTickMs || !isJoined || !item || clock.count() < 3) return
      nextTickMs = now + TICK_MS
      controller.tick(localMs(), clock.now())
    },
  }
}

type PlayerOptions = { startDelayMs: number; hasRate: boolean; report: (report: { positionMs: number; isPlaying: boolean }) => void }

/** A player that starts late by its own delay, pauses as long after a seek, and reports with a jitter of 100 ms. */
function createPlayer(world: World, { startDelayMs, hasRate, report }: PlayerOptions) {
  let positionMs = 0
  let rate = 1
  let isWanted = false
  let movesAtMs = Number.POSITIVE_INFINITY
  let nextReportMs = 0
  let seeks = 0
  let wasMoving = false
  const isPlaying = () => isWanted && world.nowMs() >= movesAtMs
  const delay = () => startDelayMs + world.between(-15, 15)
  const sendReport = () => {
    const reported = { positionMs, isPlaying: isPlaying() }
    world.later(world.between(0, 100), () => report(reported))
  }
  return {
    controls: {
      play(): void {
        if (isWanted) return
        isWanted = true
        // A seek right before the start shares its delay.
        movesAtMs = world.nowMs() + delay()
      },
      pause(): void {
        isWanted = false
        sendReport()
      },
      seek(to: number): void {
        seeks++
        positionMs = to
        if (isWanted) movesAtMs = world.nowMs() + delay()
        sendReport()
      },
      setRate: hasRate ? (next: number) => void (rate = next) : null,
    },
    load(): void {
      positionMs = 0
      isWanted = false
      rate = 1
      sendReport()
    },
    seeks: () => seeks,
    position: () => positionMs,
    isPlaying,
    /** Buffers, as on a slow connection. */
    stall: (ms: number) => void (movesAtMs = world.nowMs() + ms),
    step(ms: number): void {
      const isMoving = isPlaying()
      if (isMoving) positionMs += ms * rate
      // Players report a change of their state at once, and their position from time to time.
      if (world.nowMs() < nextReportMs && isMoving === wasMoving) return
      wasMoving = isMoving
      nextReportMs = world.nowMs() + (hasRate ? 250 : 1_000)
      sendReport()
    },
  }
}

export const aTrack = (title: string): NewTogetherItem => ({
  side: 'sound',
  title,
  by: 'Someone',
  spotify_id: '0'.repeat(22),
  youtube_id: 'a'.repeat(11),
})

/** Milliseconds until this client stays within 150 ms of the first one. */
export function untilInSync(simulation: Simulation, client: SimulatedClient): number {
  const [first] = simulation.clients
  const begin = simulation.nowMs()
  let last = begin
  simulation.run(8_000, () => {
    if (!first || !client.isPlaying() || Math.abs(first.position() - client.position()) > IN_SYNC_MS) last = simulation.nowMs()
  })
  return last - begin
}
