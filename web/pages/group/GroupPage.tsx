import { useEffect, useState } from 'react'
import { useLingui } from '@lingui/react'
import { IconArrowLeft, IconMessage2 } from '@tabler/icons-react'
import { Link, useParams, useNavigate } from 'react-router'
import { chatFrames } from '#contract/chat/chat.ts'
import { groupTasteCalls, type NewMember } from '#contract/taste/group-taste.ts'
import { groupCalls, type Group } from '#contract/chat/groups.ts'
import { GroupFace } from '#web/features/chat/groups/GroupFace.tsx'
import { GroupPicks } from '#web/features/chat/groups/taste/GroupPicks.tsx'
import { TasteMapCard } from '#web/features/chat/groups/taste/TasteMapCard.tsx'
import { socketLink } from '#web/platform/socket/app-socket.ts'
import { refreshCall, useCall } from '#web/platform/query.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageTitle } from '#web/ui/PageHeader.tsx'
import { CardSkeleton, LoadingLabel, ListSkeleton } from '#web/ui/Skeleton.tsx'
import { NotFoundPage } from '#web/pages/not-found/NotFoundPage.tsx'
import './Group.css'
import { blendCalls, type BlendSummary } from '#contract/blends.ts'
import { BlendCover } from '#web/features/blends/BlendCover.tsx'
import { arcsOf } from '#web/features/blends/arcs.ts'
import { blendCommands } from '#web/features/blends/blends.commands.ts'
import { memberName } from '#web/features/blends/blends.messages.ts'
import { BLEND_REFRESH_MS, useLiveBlends } from '#web/features/blends/blends.live.ts'
import { useMyUid } from '#web/features/identity/auth.store.ts'
import { ItemRow } from '#web/features/media/items/ItemRow.tsx'
import { PlayAll } from '#web/features/media/queue/PlayAll.tsx'
import { Button } from '#web/ui/Button.tsx'
import { SectionHeader } from '#web/ui/SectionHeader.tsx'
import { readDraft, saveDraft } from '#web/features/chat/storage/drafts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { relativeTime } from '#web/ui/text/relative-time.ts'
import { useNow } from '#web/ui/text/use-now.ts'
import { shortName } from '#web/ui/text/short-name.ts'

/** `/group/:chat_id`: what the members of a group have in common, and what to play together. */
export function GroupPage() {
  const { i18n } = useLingui()
  const { chat_id: chatId = '' } = useParams()
  const { data, error, refetch } = useCall(groupCalls.getGroup, { params: { chatId } })
  useLiveGroup(chatId)
  if (error?.failure.kind === 'missing' || error?.failure.code === 'invalid_input' || data?.role === 'invited') return <NotFoundPage />
  if (error && !data) return <ErrorState kind={error.failure.kind} onRetry={() => void refetch()} />
  if (!data) {
    return (
      <>
        <LoadingLabel label={i18n._({ id: 'group.page.loading', message: 'Loading the group' })} />
        <CardSkeleton blockHeight={240} />
      </>
    )
  }
  return (
    <div className="wl-group-page">
      <Head group={data} />
      <div className="wl-group-columns">
        <div>
          <NewMembers chatId={chatId} isPair={countOf(data) === 2} />
          <TasteMapCard chatId={chatId} />
          <GroupBlend chatId={chatId} />
        </div>
        <div>
          <GroupPicks chatId={chatId} />
        </div>
      </div>
    </div>
  )
}

/** Reloads the group when members join or leave. */
function useLiveGroup(chatId: string): void {
  useEffect(
    () =>
      socketLink.subscribe(chatFrames.chat_changed, ({ chat_id: changed }) => {
        if (changed !== chatId) return
        const input = { params: { chatId } }
        void refreshCall(groupCalls.getGroup, input)
        void refreshCall(groupTasteCalls.getTasteMap, input)
        void refreshCall(groupTasteCalls.getNewMembers, input)
        void refreshCall(groupTasteCalls.getGroupPicks, input)
      }),
    [chatId],
  )
}

const countOf = ({ members }: Group): number => members.filter(({ role }) => role !== 'invited').length

function Head({ group }: { group: Group }) {
  const { i18n } = useLingui()
  const { chat_id: chatId, name, avatar_url: avatarUrl, description } = group
  return (
    <header className="wl-group-page-head">
      <PageTitle title={name} />
      <Link to={`/chat/${chatId}`} className="wl-group-page-back">
        <IconArrowLeft size={18} stroke={1.8} aria-hidden />
        {i18n._({ id: 'group.page.back', message: 'Conversation' })}
      </Link>
      <GroupFace group={{ uid: chatId, name, avatar_url: avatarUrl }} size={64} />
      <div className="wl-group-page-name">
        <h1>
          <bdi>{name}</bdi>
        </h1>
        <p className="wl-muted">
          {i18n._({ id: 'group.people', message: '{count, plural, one {# person} other {# people}}', values: { count: countOf(group) } })}
        </p>
        {description !== '' && <p dir="auto">{description}</p>}
      </div>
    </header>
  )
}

const BLEND_TITLE = 'group-blend'
const BLEND_SHOWN = 4

/** The group's blend: make it, join it, open it. */
function GroupBlend({ chatId }: { chatId: string }) {
  const { i18n } = useLingui()
  useLiveBlends(chatId)
  const { data, error, refetch } = useCall(blendCalls.getGroupBlend, { params: { chatId } })
  return (
    <section className="wl-card wl-group-card" aria-labelledby={BLEND_TITLE}>
      <SectionHeader titleId={BLEND_TITLE} title={i18n._({ id: 'group.blend', message: 'Blend' })} />
      {!data && (error ? <ErrorState kind={error.failure.kind} onRetry={() => void refetch()} /> : <ListSkeleton rows={2} />)}
      {data && (data.blend ? <Existing blend={data.blend} chatId={chatId} /> : <Make chatId={chatId} />)}
    </section>
  )
}

function Make({ chatId }: { chatId: string }) {
  const { i18n } = useLingui()
  return (
    <BlendText
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
    return <BlendText text={`${counted}. ${consent}`} action={i18n._({ id: 'blend.join', message: 'Join the blend' })} onAct={join} />
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

/** Items that are new in this week's mix; for the first mix, its first items. */
function Fresh({ id }: { id: string }) {
  const { i18n } = useLingui()
  const me = useMyUid()
  const { data } = useCall(blendCalls.getBlend, { params: { id } }, { refetchMs: BLEND_REFRESH_MS })
  if (!data) return null
  const changed = data.items.filter((item) => item.is_changed)
  const shown = (changed.length > 0 ? changed : data.items).slice(0, BLEND_SHOWN)
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

function BlendText({ text, action, onAct }: { text: string; action: string; onAct: () => Promise<void> }) {
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

/** New members, with a first message about what only the two love. Renders nothing without new members. */
function NewMembers({ chatId, isPair }: { chatId: string; isPair: boolean }) {
  const { i18n } = useLingui()
  const { data, error, refetch } = useCall(groupTasteCalls.getNewMembers, { params: { chatId } })
  if (error && !data) return <ErrorState kind={error.failure.kind} onRetry={() => void refetch()} />
  if (!data || data.members.length === 0) return null
  return (
    <section className="wl-card wl-group-card" aria-labelledby="group-new">
      <SectionHeader titleId="group-new" title={i18n._({ id: 'group.recent', message: 'New in the group' })} />
      <ul className="wl-group-new">
        {data.members.map((member) => (
          <NewMemberRow key={member.person.uid} member={member} chatId={chatId} isPair={isPair} />
        ))}
      </ul>
    </section>
  )
}

type NewMemberRowProps = {
  member: NewMember
  chatId: string
  /** Whether the user and the new member are the only members. */
  isPair: boolean
}

function NewMemberRow({ member: { person, joined_at: joinedAt, item }, chatId, isPair }: NewMemberRowProps) {
  const { i18n } = useLingui()
  const nowMs = useNow()
  const navigate = useNavigate()
  const values = { name: shortName(person), item: item?.name ?? '', user: person.user_name }
  const icebreaker = isPair
    ? i18n._({ id: 'group.icebreaker.both', message: 'You and {name} both love {item}', values })
    : i18n._({ id: 'group.icebreaker', message: 'You and {name} are the only two here who love {item}', values })
  // The draft is never sent automatically, and keeps earlier text.
  const write = () => {
    const text = isPair
      ? i18n._({ id: 'group.icebreaker.text.both', message: '@{user} We both love {item}!', values })
      : i18n._({ id: 'group.icebreaker.text', message: '@{user} We’re the only two here who love {item}!', values })
    const before = readDraft(chatId)
    if (!before.includes(text)) saveDraft(chatId, before === '' ? text : `${before}\n${text}`)
    void navigate(`/chat/${chatId}`)
  }
  return (
    <li>
      <Avatar person={person} size={44} />
      <span className="wl-group-new-text">
        <Link className="wl-line" to={`/profile/${person.uid}`}>
          <bdi>{person.name}</bdi>
        </Link>
        <span className="wl-muted wl-small">
          {item
            ? icebreaker
            : i18n._({ id: 'group.joined', message: 'Joined {when}', values: { when: relativeTime(joinedAt, i18n.locale, nowMs) } })}
        </span>
      </span>
      {item && (
        <Button variant="default" size="sm" leftSection={<IconMessage2 size={16} stroke={1.8} aria-hidden />} onClick={write}>
          {i18n._({ id: 'group.icebreaker.write', message: 'Write it' })}
        </Button>
      )}
    </li>
  )
}
