import { useState } from 'react'
import { useLingui } from '@lingui/react'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useQueries } from '@tanstack/react-query'
import { blendCalls } from '#contract/blends.ts'
import { limits } from '#contract/limits.ts'
import type { PersonCard } from '#contract/people.ts'
import { tasteCalls, type MatchFilter, type Print } from '#contract/taste/taste.ts'
import { BlendCover } from '#web/features/blends/BlendCover.tsx'
import { blendErrorText } from '#web/features/blends/blends.commands.ts'
import { namesText } from '#web/features/blends/blends.messages.ts'
import { BuddyPicker } from '#web/features/discover/BuddyPicker.tsx'
import { useBuddies } from '#web/features/discover/use-buddies.ts'
import { useMyUid } from '#web/features/identity/auth.store.ts'
import { InviteFriends } from '#web/features/taste/InviteFriends.tsx'
import { useCall, callQuery, cacheResponse, refreshCall } from '#web/platform/query.ts'
import { callApi } from '#web/platform/api-client.ts'
import { useRepeatableId } from '#web/platform/use-repeatable-id.ts'
import { Button } from '#web/ui/Button.tsx'
import { ChipRow, FilterChip } from '#web/ui/Chip.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Form } from '#web/ui/inputs/Form.tsx'
import { FormMessage } from '#web/ui/inputs/FormMessage.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import './Blends.css'

const COVER_BARS = 13
const NO_PRINT: Print = []

/** `/blends/new`: choose buddies for a new blend; with `?with=uid` one is chosen already, with `?to=id` they join an existing one. */
export function NewBlendPage() {
  const { i18n } = useLingui()
  const me = useMyUid()
  const [search] = useSearchParams()
  const to = search.get('to')
  const back = to === null ? '/blends' : `/blend/${to}`
  return (
    <div className="wl-new-blend">
      <Link to={back} className="wl-back">
        <IconArrowLeft size={18} stroke={1.8} aria-hidden />
        {i18n._({ id: 'blends.title', message: 'Blends' })}
      </Link>
      <PageHeader
        title={
          to === null
            ? i18n._({ id: 'blends.new', message: 'New blend' })
            : i18n._({ id: 'blend.invite.title', message: 'Invite to the blend' })
        }
        lead={i18n._({ id: 'blends.new.lead', message: '2 to 10 people. Everyone gets an equal share.' })}
        {...(me === null ? {} : { aside: <InviteFriends uid={me} /> })}
      />
      {to === null ? <Make /> : <InviteMore id={to} />}
    </div>
  )
}

function Make() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { i18n } = useLingui()
  const [kind, setKind] = useState<MatchFilter>('all')
  const chosen = search.get('with')
  const { idOf } = useRepeatableId()
  const kinds: [MatchFilter, string][] = [
    ['all', i18n._({ id: 'discover.filter.all', message: 'Everything' })],
    ['music', i18n._({ id: 'discover.filter.music', message: 'Music' })],
    ['video', i18n._({ id: 'discover.filter.video', message: 'Video' })],
  ]
  return (
    <PickBuddies
      taken={[]}
      first={chosen === null ? [] : [chosen]}
      action={i18n._({ id: 'blends.make', message: 'Create blend' })}
      onDone={async (uids) => {
        const body = { uids, kind, time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone }
        const blend = await callApi(blendCalls.makeBlend, { body: { ...body, id: idOf(body) } })
        cacheResponse(blendCalls.getBlend, { params: { id: blend.id } }, blend)
        void refreshCall(blendCalls.getBlends)
        void navigate(`/blend/${blend.id}`)
      }}
    >
      <ChipRow label={i18n._({ id: 'discover.filter', message: 'What to show' })}>
        {kinds.map(([one, label]) => (
          <FilterChip key={one} isOn={kind === one} onPick={() => setKind(one)}>
            {label}
          </FilterChip>
        ))}
      </ChipRow>
    </PickBuddies>
  )
}

function InviteMore({ id }: { id: string }) {
  const { i18n } = useLingui()
  const navigate = useNavigate()
  const found = useCall(blendCalls.getBlend, { params: { id } })
  if (found.error && !found.data) return <ErrorState kind={found.error.failure.kind} onRetry={() => void found.refetch()} />
  if (!found.data) return <ListSkeleton />
  return (
    <PickBuddies
      taken={found.data.members.map(({ person }) => person)}
      first={[]}
      action={i18n._({ id: 'blend.invite', message: 'Invite' })}
      onDone={async (uids) => {
        const blend = await callApi(blendCalls.inviteToBlend, { params: { id }, body: { uids } })
        cacheResponse(blendCalls.getBlend, { params: { id } }, blend)
        void navigate(`/blend/${id}`)
      }}
    />
  )
}

type PickBuddiesProps = {
  /** Members who are there already. */
  taken: readonly PersonCard[]
  first: readonly string[]
  action: string
  onDone: (uids: string[]) => Promise<void>
  children?: React.ReactNode
}

function PickBuddies({ taken, first, action, onDone, children }: PickBuddiesProps) {
  const { i18n } = useLingui()
  const me = useMyUid()
  const found = useBuddies()
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set(first))
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const people = (found.data?.people ?? []).filter(({ person }) => !taken.some(({ uid }) => uid === person.uid))
  const chosen = people.filter(({ person }) => picked.has(person.uid))
  const remaining = limits.blend.members - Math.max(1, taken.length)
  if (!found.data) {
    if (found.error) return <ErrorState kind={found.error.failure.kind} onRetry={() => void found.refetch()} />
    return <ListSkeleton label={i18n._({ id: 'profile.buddies.loading', message: 'Loading buddies' })} />
  }
  if (people.length === 0) {
    return (
      <EmptyState next={{ to: '/find_buddies', label: i18n._({ id: 'connections.nobody.action', message: 'Find buddies' }) }}>
        {i18n._({ id: 'blends.nobody', message: 'A blend needs a buddy. Find people with your taste first.' })}
      </EmptyState>
    )
  }
  const percents = chosen.flatMap(({ reason }) => reason.percent ?? [])
  const send = async () => {
    setSending(true)
    setProblem(null)
    try {
      await onDone(chosen.map(({ person }) => person.uid))
    } catch (error) {
      setSending(false)
      setProblem(blendErrorText(error))
    }
  }
  return (
    <Form className="wl-new-blend-form" onSubmit={() => chosen.length > 0 && !isSending && send()}>
      <div className="wl-new-blend-cover">
        <Cover
          uids={[
            ...(me === null ? [] : [me]),
            ...taken.map(({ uid }) => uid).filter((uid) => uid !== me),
            ...chosen.map(({ person }) => person.uid),
          ]}
        />
        <output>
          {chosen.length === 0 ? i18n._({ id: 'blends.pick', message: 'Pick the buddies you want to blend with.' }) : meetText()}
        </output>
        {children}
      </div>
      <div className="wl-new-blend-pick">
        <BuddyPicker
          title={i18n._({ id: 'blends.buddies', message: 'Your buddies' })}
          choice={{ kind: 'many', chosen: picked, onChange: setPicked, max: remaining }}
          without={new Set(taken.map(({ uid }) => uid))}
          empty={i18n._({ id: 'blends.nobody', message: 'A blend needs a buddy. Find people with your taste first.' })}
        />
        <div className="wl-new-blend-send">
          {problem && <FormMessage>{problem}</FormMessage>}
          <Button type="submit" size="lg" fullWidth loading={isSending} disabled={chosen.length === 0}>
            {action}
          </Button>
        </div>
      </div>
    </Form>
  )

  function meetText(): string {
    const you: PersonCard = { uid: me ?? '', user_name: '', name: '', avatar_url: null }
    const who = namesText(i18n, [you, ...chosen.map(({ person }) => person)], you.uid)
    if (percents.length === 0) return who
    const percent = Math.round(percents.reduce((sum, entry) => sum + entry, 0) / percents.length)
    return i18n._({ id: 'blends.meet', message: '{who} are a {percent}% match', values: { who, percent } })
  }
}

/** A preview of the cover, which grows with each selected member. */
function Cover({ uids }: { uids: readonly string[] }) {
  const tastes = useQueries({ queries: uids.map((uid) => callQuery(tasteCalls.getTaste, { params: { uid } })) })
  const arcs = uids.map((id, index) => ({ id, bars: tallestBars(tastes[index]?.data?.print ?? NO_PRINT) }))
  return <BlendCover arcs={arcs} />
}

const tallestBars = (print: Print) =>
  print
    .map((height, bar) => ({ bar, height }))
    .filter(({ height }) => height > 0)
    .toSorted((a, b) => b.height - a.height)
    .slice(0, COVER_BARS)
    .toSorted((a, b) => a.bar - b.bar)
