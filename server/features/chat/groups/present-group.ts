import type { Uid } from '#contract/base/ids.ts'
import type { Group as WireGroup, GroupMember, GroupSettings } from '#contract/chat/groups.ts'
import type { PersonCard } from '#contract/people.ts'
import type { ChatDeps } from '../chat.deps.ts'
import type { ChatId } from '../chat.types.ts'
import type { GroupAccess } from './group-access.ts'
import { type Group, hiddenFrom } from './group-cache.ts'
import type { StoredGroupEvent } from './group-events.store.ts'
import type { GroupJoining } from './group-joining.ts'
import type { GroupReceipt, GroupStore } from './groups.store.ts'

type Deps = Pick<ChatDeps, 'clock' | 'people'> & { store: GroupStore; access: GroupAccess; joining: GroupJoining }

/** Groups as a viewer sees them. */
export function createGroupPresenter({ clock, people, store, access, joining }: Deps) {
  async function present(viewer: Uid, chatId: ChatId): Promise<WireGroup> {
    const { group, role } = await access.find(viewer, chatId)
    const uids = [...group.members.keys()]
    const hidden = hiddenFrom(group, viewer)
    const others = uids.filter((uid) => uid !== viewer)
    const [receipts, waiting, settings, relations] = await Promise.all([
      store.receipts(chatId),
      role === 'owner' || role === 'admin' ? joining.presentRequests(viewer, chatId) : [],
      people.privacy(uids),
      people.relations(viewer, others),
    ])
    const percents = await people.percents(viewer, new Map([...relations].filter(([uid]) => !hidden.has(uid))))
    const receiptOf = new Map(receipts.map((receipt) => [receipt.uid, receipt]))
    const seesReceipts = settings.get(viewer)?.receipts === true
    return {
      chat_id: chatId,
      name: group.name,
      description: group.description,
      avatar_url: group.card.avatar_url,
      role,
      members: [...group.members.values()].flatMap(({ uid, role: theirs, joinedAt, writesFrom }): GroupMember[] => {
        const person = group.cards.get(uid)
        if (!person || hidden.has(uid)) return []
        const isShown = role !== 'invited' && seesReceipts && (uid === viewer || settings.get(uid)?.receipts === true)
        return [
          {
            person,
            role: theirs,
            percent: percents.get(uid) ?? null,
            joined_at: joinedAt?.toISOString() ?? null,
            writes_from: writesFrom !== null && writesFrom > clock.now() ? writesFrom.toISOString() : null,
            ...presentReceipt(isShown ? receiptOf.get(uid) : undefined),
          },
        ]
      }),
      settings: presentSettings(group),
      requests: waiting,
      has_blocked: role === 'invited' && [...relations.values()].includes('blocked'),
    }
  }

  /** The cards of the people in these events, including former members, if the viewer may see them. */
  async function visibleCards(viewer: Uid, group: Group, events: readonly StoredGroupEvent[]): Promise<(uid: Uid) => PersonCard | null> {
    const hidden = hiddenFrom(group, viewer)
    const uids = new Set(events.flatMap(({ actor, subject }) => [actor, subject].filter((uid) => uid !== null)))
    const former = [...uids].filter((uid) => !group.cards.has(uid))
    const [cards, relations] = await Promise.all([people.cards(former), people.relations(viewer, former)])
    return (uid) => {
      if (group.cards.has(uid)) return hidden.has(uid) ? null : (group.cards.get(uid) ?? null)
      return (relations.get(uid) ?? 'blocked') === 'blocked' ? null : (cards.get(uid) ?? null)
    }
  }

  return { present, visibleCards }
}

function presentSettings({ needsApproval, slowSeconds, readOnlyHours }: Group): GroupSettings {
  return { needs_approval: needsApproval, slow_seconds: slowSeconds, read_only_hours: readOnlyHours }
}

function presentReceipt(receipt: GroupReceipt | undefined): Pick<GroupMember, 'read_seq' | 'read_at'> {
  return { read_seq: receipt?.readSeq ?? 0, read_at: receipt?.readAt?.toISOString() ?? null }
}
