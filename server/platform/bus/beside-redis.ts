import type { Bus } from './bus.ts'

/**
 * The bus over Redis of a server that also listens at PostgreSQL, where it notices servers that run without Redis. While one is there, the bus
 * counts as down, so that servers poll the database, and announcements go both ways.
 * @param postgres a bus of `openPostgresBus` with `hasRedis`
 */
export function besideRedis(redis: Bus, postgres: Bus): Bus {
  const passOn = (topic: string, payload: string) => {
    if (!postgres.isUp()) postgres.announceToOthers(topic, payload)
  }
  return {
    ...redis,
    announce: (topic, payload) => {
      redis.announce(topic, payload)
      passOn(topic, payload)
    },
    announceToOthers: (topic, payload) => {
      redis.announceToOthers(topic, payload)
      passOn(topic, payload)
    },
    onAnnouncement: (topic, listener) => {
      redis.onAnnouncement(topic, listener)
      postgres.onAnnouncement(topic, listener)
    },
    onReconnected: (listener) => {
      redis.onReconnected(listener)
      postgres.onReconnected(listener)
    },
    isUp: () => redis.isUp() && postgres.isUp(),
    close: async () => {
      await Promise.all([redis.close(), postgres.close()])
    },
  }
}
