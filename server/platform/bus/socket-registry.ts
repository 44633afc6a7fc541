import type { Uid } from '#contract/base/ids.ts'
import type { RedisClient } from './redis-connections.ts'

/** Longer than two heartbeats, so that one late heartbeat loses no entry. */
const HOLD_SECONDS = 60

export type RedisNames = {
  /** The number of sockets of `uid` per process. */
  socketCounts(uid: Uid): string
  nodeChannel(node: string): string
  allProcesses: string
}

export const redisNames = (prefix: string): RedisNames => ({
  socketCounts: (uid) => `${prefix}held:${uid}`,
  nodeChannel: (node) => `${prefix}node:${node}`,
  allProcesses: `${prefix}everybody`,
})

export type Delivery = { uids: readonly Uid[]; payload: string; atMs: number }
/** A delivery as it is sent to one process. */
type WireDelivery = [uids: Uid[], payload: string, atMs: number]
export type Owners = Map<Uid, readonly string[]>

/** The sockets of each user per process, stored in Redis, and messages to these processes. */
export type SocketRegistry = {
  /** Stores the socket count of each of `changed`, and finds the other processes with sockets of `receivers`. */
  updateAndFindOwners(changed: Iterable<Uid>, held: ReadonlyMap<Uid, number>, wanted: readonly Uid[]): Promise<Owners>
  /** Sends each process, in one message, all deliveries for users with sockets there. */
  send(parcels: readonly Delivery[], owners: Owners): Promise<void>
  announce(text: string): void
  /** Counts the sockets of `uid` on the other processes that are still subscribed. */
  countSocketsElsewhere(uid: Uid): Promise<number>
  removeProcess(held: Iterable<Uid>): Promise<void>
}

export function createSocketRegistry({
  commands,
  node,
  names,
}: {
  commands: RedisClient
  node: string
  names: RedisNames
}): SocketRegistry {
  async function publish(target: string, items: WireDelivery[]): Promise<void> {
    const heardBy = await commands.publish(names.nodeChannel(target), JSON.stringify(items))
    if (heardBy > 0) return
    // Nobody is subscribed to that channel: the process crashed.
    const lost = new Set(items.flatMap(([uids]) => uids))
    await Promise.all([...lost].map((uid) => commands.hDel(names.socketCounts(uid), target)))
  }

  /** A crashed process stays listed as long as another process has sockets of the same user. */
  async function isAlive(target: string): Promise<boolean> {
    const channel = names.nodeChannel(target)
    return ((await commands.pubSubNumSub([channel]))[channel] ?? 0) > 0
  }

  return {
    updateAndFindOwners: async (changed, held, wanted) => {
      const notes = [...changed].map(async (uid) => {
        const key = names.socketCounts(uid)
        const sockets = held.get(uid)
        if (sockets) await Promise.all([commands.hSet(key, node, sockets), commands.expire(key, HOLD_SECONDS)])
        else await commands.hDel(key, node)
      })
      const finds = [...new Set(wanted)].map(async (uid): Promise<[Uid, string[]]> => {
        const nodes = await commands.hKeys(names.socketCounts(uid))
        return [uid, nodes.filter((other) => other !== node)]
      })
      // Started in one turn, so the client sends all commands in one pipeline.
      const [found] = await Promise.all([Promise.all(finds), Promise.all(notes)])
      return new Map(found)
    },
    send: async (parcels, owners) => {
      const mail = new Map<string, WireDelivery[]>()
      for (const { uids, payload, atMs } of parcels) {
        for (const [target, theirs] of byOwner(uids, owners)) entryOf(mail, target).push([theirs, payload, atMs])
      }
      await Promise.all([...mail].map(([target, items]) => publish(target, items)))
    },
    announce: (text) => {
      commands.publish(names.allProcesses, text).catch(() => undefined) // best effort
    },
    countSocketsElsewhere: async (uid) => {
      const counts = Object.entries(await commands.hGetAll(names.socketCounts(uid))).filter(([other]) => other !== node)
      const living = await Promise.all(counts.map(async ([other, count]) => ((await isAlive(other)) ? Number(count) : 0)))
      return living.reduce((sum, count) => sum + count, 0)
    },
    removeProcess: async (held) => {
      await Promise.allSettled([...held].map((uid) => commands.hDel(names.socketCounts(uid), node)))
    },
  }
}

function byOwner(uids: readonly Uid[], owners: Owners): Map<string, Uid[]> {
  const groups = new Map<string, Uid[]>()
  for (const uid of uids) {
    for (const owner of owners.get(uid) ?? []) entryOf(groups, owner).push(uid)
  }
  return groups
}

function entryOf<T>(lists: Map<string, T[]>, name: string): T[] {
  const list = lists.get(name) ?? []
  lists.set(name, list)
  return list
}
