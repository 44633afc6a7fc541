import type { Uid } from '#contract/base/ids.ts'
import type { Log } from '../observability/log.ts'

export type DeliveryListener = (uids: readonly Uid[], payload: string) => void
export type AnnouncementListener = (payload: string) => void
export type RejoinedListener = (since: Date) => void

/** Who wants to hear what in this process. A listener that fails is logged and does not keep the others from hearing. */
export type Listeners = {
  onDelivery: (listener: DeliveryListener) => void
  onAnnouncement: (topic: string, listener: AnnouncementListener) => void
  onRejoined: (listener: RejoinedListener) => void
  delivered: (uids: readonly Uid[], payload: string) => void
  announced: (topic: string, payload: string) => void
  rejoined: (since: Date) => void
}

export function createListeners(log: Log): Listeners {
  const deliveries: DeliveryListener[] = []
  const announcements = new Map<string, AnnouncementListener[]>()
  const returns: RejoinedListener[] = []
  const tell = (listen: () => void): void => {
    try {
      listen()
    } catch (error) {
      log.error({ err: error }, 'a listener of the bus failed')
    }
  }
  return {
    onDelivery: (listener) => void deliveries.push(listener),
    onAnnouncement: (topic, listener) => void announcements.set(topic, [...(announcements.get(topic) ?? []), listener]),
    onRejoined: (listener) => void returns.push(listener),
    delivered: (uids, payload) => deliveries.forEach((listener) => tell(() => listener(uids, payload))),
    announced: (topic, payload) => announcements.get(topic)?.forEach((listener) => tell(() => listener(payload))),
    rejoined: (since) => returns.forEach((listener) => tell(() => listener(since))),
  }
}
