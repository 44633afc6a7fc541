import type { Uid } from '#contract/base/ids.ts'
import type { Log } from '../observability/log.ts'

export type DeliveryListener = (uids: readonly Uid[], payload: string) => void
export type AnnouncementListener = (payload: string) => void
export type ReconnectedListener = (since: Date) => void

/** The listeners of this process. The error of one is logged and does not stop the others. */
export type Listeners = {
  onDelivery: (listener: DeliveryListener) => void
  onAnnouncement: (topic: string, listener: AnnouncementListener) => void
  onReconnected: (listener: ReconnectedListener) => void
  emitDelivery: (uids: readonly Uid[], payload: string) => void
  emitAnnouncement: (topic: string, payload: string) => void
  emitReconnected: (since: Date) => void
}

export function createListeners(log: Log): Listeners {
  const deliveries: DeliveryListener[] = []
  const announcements = new Map<string, AnnouncementListener[]>()
  const reconnects: ReconnectedListener[] = []
  const callListener = (listen: () => void): void => {
    try {
      listen()
    } catch (error) {
      log.error({ err: error }, 'bus listener failed')
    }
  }
  return {
    onDelivery: (listener) => void deliveries.push(listener),
    onAnnouncement: (topic, listener) => void announcements.set(topic, [...(announcements.get(topic) ?? []), listener]),
    onReconnected: (listener) => void reconnects.push(listener),
    emitDelivery: (uids, payload) => deliveries.forEach((listener) => callListener(() => listener(uids, payload))),
    emitAnnouncement: (topic, payload) => announcements.get(topic)?.forEach((listener) => callListener(() => listener(payload))),
    emitReconnected: (since) => reconnects.forEach((listener) => callListener(() => listener(since))),
  }
}
