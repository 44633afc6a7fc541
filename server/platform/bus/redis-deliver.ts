import { defineScript } from 'redis'
import type { Uid } from '#contract/base/ids.ts'

export type Delivery = { uids: readonly Uid[]; payload: string; atMs: number }

/** What each server receives: its users, the payload, and the time of the call to `deliver` in milliseconds. */
export type WireDelivery = [uids: Uid[], payload: string, atMs: number]

type Options = {
  deliveries: readonly Delivery[]
  /** This server, which gets none of them. */
  processId: string
  /** The prefix of the hashes with the number of sockets of a user by server. */
  socketCounts: string
  /** The prefix of the channels of the servers. */
  channels: string
}

/**
 * Publishes deliveries to the servers on which their users have sockets, all of a server in one message of `WireDelivery[]`. One command takes
 * this process about half the time of a command for each user and server. A server without a subscription has crashed and is removed.
 */
export const deliver = defineScript({
  SCRIPT: `
    local processId, socketCounts, channels = ARGV[1], ARGV[2], ARGV[3]
    local servers, messages = {}, {}
    for index, key in ipairs(KEYS) do servers[index] = redis.call('HKEYS', key) end
    for position = 4, #ARGV, 2 do
      local receivers = {}
      for index in string.gmatch(ARGV[position], '%d+') do
        local uid = string.sub(KEYS[tonumber(index)], #socketCounts + 1)
        for _, server in ipairs(servers[tonumber(index)]) do
          receivers[server] = receivers[server] or {}
          table.insert(receivers[server], '"' .. uid .. '"')
        end
      end
      receivers[processId] = nil
      for server, uids in pairs(receivers) do
        messages[server] = messages[server] or {}
        table.insert(messages[server], '[[' .. table.concat(uids, ',') .. '],' .. ARGV[position + 1] .. ']')
      end
    end
    for server, deliveries in pairs(messages) do
      if redis.call('PUBLISH', channels .. server, '[' .. table.concat(deliveries, ',') .. ']') == 0 then
        for _, key in ipairs(KEYS) do redis.call('HDEL', key, server) end
      end
    end`,
  parseCommand: (parser, { deliveries, processId, socketCounts, channels }: Options) => {
    const uids = [...new Set(deliveries.flatMap((delivery) => delivery.uids))]
    const numbers = new Map(uids.map((uid, index) => [uid, index + 1]))
    parser.pushKeysLength(uids.map((uid) => socketCounts + uid))
    parser.push(processId, socketCounts, channels)
    for (const { uids: receivers, payload, atMs } of deliveries) {
      parser.push(receivers.map((uid) => numbers.get(uid)).join(' '), `${JSON.stringify(payload)},${atMs}`)
    }
  },
  transformReply: () => undefined,
})
