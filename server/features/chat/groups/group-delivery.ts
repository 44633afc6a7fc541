import type { FrameData, FrameDefinition } from '#contract/base/frame.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { PersonCard } from '#contract/people.ts'
import type { SocketHub, SocketPeer } from '#server/platform/socket/socket-route.ts'
import type { ChatMembers } from '../chat.present.ts'
import { type Group, hiddenFrom, NO_ONE } from './group-cache.ts'

/** Sends a frame to the members of a group: written once for all who see the same, and once more for each member with a block. */
export function sendToGroup<F extends FrameDefinition>(
  hub: Pick<SocketHub, 'send'>,
  group: Group,
  frame: F,
  dataFor: (members: ChatMembers) => FrameData<F>,
  except?: SocketPeer,
): void {
  const plain = group.hidden.size === 0 ? group.joined : group.joined.filter((uid) => !group.hidden.has(uid))
  hub.send(plain, frame, dataFor(membersOf(group, NO_ONE)), except)
  if (plain.length === group.joined.length) return
  for (const uid of group.joined)
    if (group.hidden.has(uid)) hub.send([uid], frame, dataFor(membersOf(group, hiddenFrom(group, uid))), except)
}

function membersOf({ card, cards }: Group, hidden: ReadonlySet<Uid>): ChatMembers {
  return { me: card, other: null, group: { card, cards, hidden } }
}

/** The members whom a text mentions as `@user_name`. */
export function mentionedIn(text: string, cards: ReadonlyMap<Uid, PersonCard>): ReadonlySet<Uid> {
  if (!text.includes('@')) return NO_ONE
  const names = new Set([...text.matchAll(/@([a-z0-9_.]{3,24})/gi)].map(([, name = '']) => name.toLowerCase().replace(/\.+$/, '')))
  return new Set([...cards].flatMap(([uid, { user_name: name }]) => (names.has(name) ? [uid] : [])))
}
