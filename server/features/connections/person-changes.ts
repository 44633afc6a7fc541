import { setTimeout as wait } from 'node:timers/promises'
import { connectionFrames } from '#contract/connections.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { DomainEvents } from '#server/platform/domain-events.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { SocketHub } from '#server/platform/socket/socket-route.ts'
import type { Profiles } from '#server/features/profiles/profiles.service.ts'
import type { Connections } from './connections.service.ts'

/**
 * How many users get a frame at once, and the pause before the next ones, in milliseconds. The changed profile is in the frame; after a
 * deletion, each page loads what it shows again, so that takes longer.
 */
const CARD_PACE = { users: 100, pauseMs: 50 }
const DELETION_PACE = { users: 20, pauseMs: 100 }

export type PersonChangesDeps = {
  hub: Pick<SocketHub, 'send'>
  events: Pick<DomainEvents, 'on'>
  profileOf: Profiles['get']
  hiddenFrom: Connections['hiddenFrom']
  /** Whether the user has a socket on any server. */
  isOnline: (uid: Uid) => boolean
  /** Users who may have this one on screen, by feature: buddies, similar users, members of the same conversations. Blocks are not checked. */
  audiences: readonly ((uid: Uid) => Promise<readonly Uid[]>)[]
  log: Log
  /** Waits that many milliseconds. */
  pause?: (ms: number) => Promise<void>
}

/**
 * Shows what a user changed of their profile on the open pages of users who may see them, and on the user's own. Everyone else has it with
 * their next load. Frames leave in small groups, so that a user with thousands of buddies delays nobody.
 */
export function createPersonChanges(deps: PersonChangesDeps) {
  const { hub, events, profileOf, hiddenFrom, isOnline, audiences, log, pause = (ms) => wait(ms, undefined, { ref: false }) } = deps
  /** Users whose card is being sent. `isAgain`: it changed since, so it is sent once more. */
  const sending = new Map<Uid, { isAgain: boolean }>()
  const stopping = new AbortController()

  async function receiversOf(uid: Uid): Promise<Uid[]> {
    const [hidden, ...found] = await Promise.all([hiddenFrom(uid), ...audiences.map((audience) => audience(uid))])
    return [...new Set([uid, ...found.flat()])].filter((user) => !hidden.has(user) && isOnline(user))
  }

  async function sendInBatches(
    uids: readonly Uid[],
    { users, pauseMs }: typeof CARD_PACE,
    send: (some: readonly Uid[]) => Promise<void> | void,
  ): Promise<void> {
    for (let index = 0; index < uids.length && !stopping.signal.aborted; index += users) {
      await send(uids.slice(index, index + users))
      // Also after the last group: it limits how often one user causes frames.
      await pause(pauseMs)
    }
  }

  async function sendCard(uid: Uid): Promise<void> {
    const [profile, receivers] = await Promise.all([profileOf(uid), receiversOf(uid)])
    if (!profile) return
    const { card, bio, place, languages, coverUrl } = profile
    const person = { ...card, bio, place, languages, cover_url: coverUrl }
    await sendInBatches(receivers, CARD_PACE, async (uids) => {
      // Someone may have been blocked since the first group.
      const hidden = await hiddenFrom(uid)
      const visibleTo = uids.filter((entry) => !hidden.has(entry))
      hub.send(visibleTo, connectionFrames.person_changed, { person })
    })
  }

  async function cardChanged(uid: Uid): Promise<void> {
    const running = sending.get(uid)
    if (running) return void (running.isAgain = true)
    const entry = { isAgain: true }
    sending.set(uid, entry)
    try {
      while (entry.isAgain) {
        entry.isAgain = false
        await sendCard(uid)
      }
    } catch (error) {
      log.error({ err: error }, 'sending a changed person failed')
    } finally {
      sending.delete(uid)
    }
  }

  // Not awaited: a shutdown must not wait for the pauses.
  events.on('person.changed', ({ by }) => void cardChanged(by))

  return {
    /**
     * Call it before the deletion of an account, while its buddies are known. The returned function, called after it, makes the pages of
     * those users load again what they show. Never throws.
     */
    async beforeDeletion(uid: Uid): Promise<() => Promise<void>> {
      const receivers = await receiversOf(uid).catch((error: unknown) => {
        log.error({ err: error }, 'finding the pages that show a deleted account failed')
        return []
      })
      const others = receivers.filter((receiver) => receiver !== uid)
      return () => sendInBatches(others, DELETION_PACE, (uids) => hub.send(uids, connectionFrames.connection_changed, { uid }))
    },
    stop: (): void => stopping.abort(),
  }
}
