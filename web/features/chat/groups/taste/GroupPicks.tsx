import type { ReactNode } from 'react'
import { useLingui } from '@lingui/react'
import { IconShieldCheck } from '@tabler/icons-react'
import { groupTasteCalls, type GroupPicks as Picks } from '#contract/taste/group-taste.ts'
import { limits } from '#contract/limits.ts'
import type { Item } from '#contract/media.ts'
import { memberName } from '#web/features/blends/blends.messages.ts'
import { useMyUid } from '#web/features/identity/auth.store.ts'
import { ItemRow } from '#web/features/media/items/ItemRow.tsx'
import { PlayAll } from '#web/features/media/queue/PlayAll.tsx'
import { ListenTogether } from '#web/features/together/ListenTogether.tsx'
import { lazyPart } from '#web/platform/lazy-component.ts'
import { useCall } from '#web/platform/query.ts'
import { DialogButton } from '#web/ui/DialogButton.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { SectionHeader } from '#web/ui/SectionHeader.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { fitsText, safeQueueName } from '../../safe-queues/safe-queues.messages.ts'
import './taste.css'

const NewQueue = lazyPart(async () => (await import('../../safe-queues/NewQueue.tsx')).NewQueue)

/** The minimum number of members that a safe item fits. */
const MIN_MEMBERS = 2
const SHOWN = 8
const SHOWN_BESIDE = 4

/** Items to play together next: safe for all, and items that only one member knows. */
export function GroupPicks({ chatId }: { chatId: string }) {
  const { i18n } = useLingui()
  const me = useMyUid()
  const { data, error, refetch } = useCall(groupTasteCalls.getGroupPicks, { params: { chatId } })
  const next = i18n._({ id: 'group.next', message: 'Play together next' })
  const lessons = i18n._({ id: 'group.lessons', message: 'Teach us' })
  if (!data) {
    return (
      <section className="wl-card wl-group-card" aria-label={next}>
        {error ? <ErrorState kind={error.failure.kind} onRetry={() => void refetch()} /> : <ListSkeleton rows={4} />}
      </section>
    )
  }
  const [first] = data.safe
  return (
    <>
      {first && (
        <section className="wl-card wl-group-card" aria-labelledby="group-next">
          <SectionHeader titleId="group-next" title={next} />
          <ul className="wl-group-items">
            <ItemRow item={first.item} from={safeQueueName(i18n)} about={fitsText(i18n, first.fits, data.members)} />
          </ul>
          <ListenTogether chatId={chatId} items={[first.item]} />
        </section>
      )}
      <SafeList picks={data} shown={SHOWN} chatId={chatId} />
      <List
        id="group-lessons"
        title={lessons}
        lead={i18n._({ id: 'group.lessons.lead', message: 'What one of you loves and nobody else knows.' })}
        empty={i18n._({
          id: 'group.lessons.empty',
          message: 'You know each other’s favorites already, or members can’t see much of each other’s taste yet.',
        })}
        rows={data.lessons.map(({ item, by }) => ({
          item,
          about:
            by.uid === me
              ? i18n._({ id: 'group.lesson.you', message: 'from you' })
              : i18n._({ id: 'group.lesson', message: 'from {name}', values: { name: memberName(i18n, by, me) } }),
        }))}
        shown={SHOWN}
        chatId={chatId}
      />
    </>
  )
}

/** The first items that are safe for all, beside the conversation. */
export function SafeQueue({ chatId }: { chatId: string }) {
  const { data } = useCall(groupTasteCalls.getGroupPicks, { params: { chatId } })
  return data && data.safe.length > 0 ? <SafeList picks={data} shown={SHOWN_BESIDE} chatId={chatId} /> : null
}

function SafeList({ picks, shown, chatId }: { picks: Picks; shown: number; chatId: string }) {
  const { i18n } = useLingui()
  return (
    <List
      id="group-safe"
      title={safeQueueName(i18n)}
      icon={<IconShieldCheck size={20} stroke={1.8} aria-hidden />}
      lead={i18n._({
        id: 'group.safe.lead',
        message: 'What at least {count} of you like and nobody dislikes.',
        values: { count: Math.max(MIN_MEMBERS, picks.members - 1) },
      })}
      empty={i18n._({
        id: 'group.safe.empty',
        message: 'Nothing fits all of you, or all but one, yet. The more you all connect, the more you’ll find here.',
      })}
      action={picks.safe.length < limits.safeQueue.items.min ? null : <MakeQueue chatId={chatId} />}
      rows={picks.safe.map((pick) => ({ item: pick.item, about: fitsText(i18n, pick.fits, picks.members) }))}
      shown={shown}
      chatId={chatId}
    />
  )
}

/** Opens the dialog that creates a queue and sends it to the group. */
function MakeQueue({ chatId }: { chatId: string }) {
  const { i18n } = useLingui()
  const values = { list: safeQueueName(i18n) }
  return (
    <DialogButton
      className="wl-group-make"
      variant="subtle"
      size="sm"
      aria-label={i18n._({ id: 'safe-queue.make.of', message: 'Make one: {list}', values })}
      renderDialog={(close) => <NewQueue chatId={chatId} onClose={close} />}
    >
      {i18n._({ id: 'safe-queue.make', message: 'Make one' })}
    </DialogButton>
  )
}

type ListProps = {
  id: string
  title: string
  icon?: ReactNode
  lead: string
  empty: string
  rows: readonly { item: Item; about: string }[]
  shown: number
  chatId: string
  /** Shown beside the title instead of “Play all”, which then moves below the list. */
  action?: ReactNode
}

function List({ id, title, icon, lead, empty, rows, shown, chatId, action = null }: ListProps) {
  const items = rows.map(({ item }) => item)
  const playAll = <PlayAll items={items} of={title} from={title} />
  return (
    <section className="wl-card wl-group-card" aria-labelledby={id}>
      <SectionHeader titleId={id} title={title} icon={icon}>
        {action ?? playAll}
      </SectionHeader>
      <p className="wl-muted">{rows.length > 0 ? lead : empty}</p>
      {rows.length > 0 && (
        <>
          <ol className="wl-group-items">
            {rows.slice(0, shown).map(({ item, about }) => (
              <ItemRow key={item.id} item={item} from={title} about={about} />
            ))}
          </ol>
          <div className="wl-group-play">
            <ListenTogether chatId={chatId} items={items} />
            {action && playAll}
          </div>
        </>
      )}
    </section>
  )
}
