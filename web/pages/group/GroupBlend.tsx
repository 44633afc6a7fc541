import { useState } from 'react'
import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { blendCalls, type BlendSummary } from '#contract/blends.ts'
import { BlendCover } from '#web/features/blends/BlendCover.tsx'
import { arcsOf } from '#web/features/blends/arcs.ts'
import { blendCommands } from '#web/features/blends/blends.commands.ts'
import { memberName } from '#web/features/blends/blends.messages.ts'
import { BLEND_REFRESH_MS, useLiveBlends } from '#web/features/blends/blends.live.ts'
import { useMyUid } from '#web/features/identity/auth.store.ts'
import { ItemRow } from '#web/features/media/items/ItemRow.tsx'
import { PlayAll } from '#web/features/media/queue/PlayAll.tsx'
import { refreshCall, useCall } from '#web/platform/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { SectionHeader } from '#web/ui/SectionHeader.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'

const TITLE = 'group-blend'
const SHOWN = 4

/** The group's blend: make it, join it, open it. */
export function GroupBlend({ chatId }: { chatId: string }) {
  const { i18n } = useLingui()
  useLiveBlends(chatId)
  const { data, error, refetch } = useCall(blendCalls.getGroupBlend, { params: { chatId } })
  return (
    <section className="wl-card wl-group-card" aria-labelledby={TITLE}>
      <SectionHeader titleId={TITLE} title={i18n._({ id: 'group.blend', message: 'Blend' })} />
      {!data && (error ? <ErrorState kind={error.failure.kind} onRetry={() => void refetch()} /> : <ListSkeleton rows={2} />)}
      {data && (data.blend ? <Existing blend={data.blend} chatId={chatId} /> : <Make chatId={chatId} />)}
    </section>
  )
}

function Make({ chatId }: { chatId: string }) {
  const { i18n } = useLingui()
  return (
    <Text
      text={i18n._({
        id: 'group.blend.empty',
        message: 'One playlist from all of you, new every Monday. Each of you decides whether to join.',
      })}
      action={i18n._({ id: 'group.blend.make', message: 'Make the group’s blend' })}
      onAct={() => blendCommands.makeForGroup(chatId)}
    />
  )
}

function Existing({ blend, chatId }: { blend: BlendSummary; chatId: string }) {
  const { i18n } = useLingui()
  const joined = blend.members.filter(({ state }) => state === 'joined')
  const values = { joined: joined.length, all: blend.members.length }
  const counted = i18n._({ id: 'blend.joined', message: '{joined} of {all} have joined', values })
  if (blend.state === 'invited') {
    const consent = i18n._({
      id: 'blend.consent',
      message: 'If you join, the mix uses the music and videos that your settings show these people. You can leave at any time.',
    })
    const join = async () => {
      await blendCommands.join(blend.id)
      await refreshCall(blendCalls.getGroupBlend, { params: { chatId } })
    }
    return <Text text={`${counted}. ${consent}`} action={i18n._({ id: 'blend.join', message: 'Join the blend' })} onAct={join} />
  }
  return (
    <>
      <div className="wl-group-blend">
        <div className="wl-group-blend-cover">
          <BlendCover arcs={arcsOf(joined)} />
        </div>
        <div className="wl-group-blend-text">
          <h3>
            <Link to={`/blend/${blend.id}`}>{blend.title ?? i18n._({ id: 'group.blend.title', message: 'The group’s blend' })}</Link>
          </h3>
          <p className="wl-muted">
            {[
              blend.items > 0 &&
                i18n._({ id: 'blend.items', message: '{count, plural, one {# item} other {# items}}', values: { count: blend.items } }),
              counted,
            ]
              .filter((part) => part !== false)
              .join(' · ')}
          </p>
          {joined.length < 2 && <p>{i18n._({ id: 'group.blend.waiting', message: 'It starts as soon as another member joins.' })}</p>}
        </div>
      </div>
      {blend.items > 0 && <Fresh id={blend.id} />}
    </>
  )
}

/** Items that are new in this week's mix; for a first mix, its beginning. */
function Fresh({ id }: { id: string }) {
  const { i18n } = useLingui()
  const me = useMyUid()
  const { data } = useCall(blendCalls.getBlend, { params: { id } }, { refetchMs: BLEND_REFRESH_MS })
  if (!data) return null
  const changed = data.items.filter((one) => one.is_changed)
  const shown = (changed.length > 0 ? changed : data.items).slice(0, SHOWN)
  const title =
    changed.length > 0
      ? i18n._({ id: 'group.blend.new', message: 'New this week' })
      : i18n._({ id: 'group.blend.first', message: 'From the mix' })
  return (
    <>
      <h3>{title}</h3>
      <PlayAll items={shown.map(({ item }) => item)} of={title} from={title} />
      <ol className="wl-group-items">
        {shown.map(({ item, by }) => {
          const person = data.members.find((member) => member.person.uid === by)?.person
          return <ItemRow key={item.id} item={item} from={title} about={person ? memberName(i18n, person, me) : ''} />
        })}
      </ol>
    </>
  )
}

function Text({ text, action, onAct }: { text: string; action: string; onAct: () => Promise<void> }) {
  const [isBusy, setBusy] = useState(false)
  return (
    <>
      <p className="wl-muted">{text}</p>
      <Button loading={isBusy} onClick={() => (setBusy(true), void onAct().finally(() => setBusy(false)))}>
        {action}
      </Button>
    </>
  )
}
