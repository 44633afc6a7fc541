import type { Uid } from '#contract/base/ids.ts'
import type { RedisClient } from './redis-link.ts'

/** Longer than two heartbeats, so that one late heartbeat loses nobody. */
const HOLD_SECONDS = 60

export type RedisNames = {
  /** The processes that hold sockets of `uid`, and how many each. */
  holders(uid: Uid): string
  nodeChannel(node: string): string
  everybody: string
}

export const redisNames = (prefix: string): RedisNames => ({
  holders: (uid) => `${prefix}held:${uid}`,
  nodeChannel: (node) => `${prefix}node:${node}`,
  everybody: `${prefix}everybody`,
})

export type Parcel = { uids: readonly Uid[]; payload: string; atMs: number }
/** A parcel as it travels to one process. */
type Letter = [uids: Uid[], payload: string, atMs: number]
export type Owners = Map<Uid, readonly string[]>

/** Which process holds whom, kept in Redis, and the way to these processes. */
export type RedisRoutes = {
  /** Writes down for each of `changed` whether this process holds it, and finds the other processes that hold `wanted`. */
  noteAndFind(changed: Iterable<Uid>, held: ReadonlyMap<Uid, number>, wanted: readonly Uid[]): Promise<Owners>
  /** Sends each process, in one message, all parcels for people it holds. */
  send(parcels: readonly Parcel[], owners: Owners): Promise<void>
  announce(text: string): void
  /** Sockets of `uid` on the other processes that still listen. */
  heldElsewhere(uid: Uid): Promise<number>
  forget(held: Iterable<Uid>): Promise<void>
}

export function createRedisRoutes({ commands, node, names }: { commands: RedisClient; node: string; names: RedisNames }): RedisRoutes {
  async function publish(target: string, items: Letter[]): Promise<void> {
    const heardBy = await commands.publish(names.nodeChannel(target), JSON.stringify(items))
    if (heardBy > 0) return
    // Nobody listens on that channel: the process ended without taking its leave.
    const lost = new Set(items.flatMap(([uids]) => uids))
    await Promise.all([...lost].map((uid) => commands.hDel(names.holders(uid), target)))
  }

  /** A process that ended without taking its leave may stand there for as long as another one holds the same person. */
  async function isAlive(target: string): Promise<boolean> {
    const channel = names.nodeChannel(target)
    return ((await commands.pubSubNumSub([channel]))[channel] ?? 0) > 0
  }

  return {
    noteAndFind: async (changed, held, wanted) => {
      const notes = [...changed].map(async (uid) => {
        const key = names.holders(uid)
        const sockets = held.get(uid)
        if (sockets) await Promise.all([commands.hSet(key, node, sockets), commands.expire(key, HOLD_SECONDS)])
        else await commands.hDel(key, node)
      })
      const finds = [...new Set(wanted)].map(async (uid): Promise<[Uid, string[]]> => {
        const nodes = await commands.hKeys(names.holders(uid))
        return [uid, nodes.filter((other) => other !== node)]
      })
      // Asked for in one turn, so the client sends all of it in one go.
      const [found] = await Promise.all([Promise.all(finds), Promise.all(notes)])
      return new Map(found)
    },
    send: async (parcels, owners) => {
      const mail = new Map<string, Letter[]>()
      for (const { uids, payload, atMs } of parcels) {
        for (const [target, theirs] of byOwner(uids, owners)) entryOf(mail, target).push([theirs, payload, atMs])
      }
      await Promise.all([...mail].map(([target, items]) => publish(target, items)))
    },
    announce: (text) => {
      commands.publish(names.everybody, text).catch(() => undefined) // best effort, as the bus promises
    },
    heldElsewhere: async (uid) => {
      const counts = Object.entries(await commands.hGetAll(names.holders(uid))).filter(([other]) => other !== node)
      const living = await Promise.all(counts.map(async ([other, count]) => ((await isAlive(other)) ? Number(count) : 0)))
      return living.reduce((sum, count) => sum + count, 0)
    },
    forget: async (held) => {
      await Promise.allSettled([...held].map((uid) => commands.hDel(names.holders(uid), node)))
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
