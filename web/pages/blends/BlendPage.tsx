import { useState, type RefObject } from 'react'
import { useLingui } from '@lingui/react'
import { IconAffiliate, IconArrowLeft, IconRefresh } from '@tabler/icons-react'
import { Link, useNavigate, useParams } from 'react-router'
import { blendCalls, type Blend, type OpenBlend } from '#contract/blends.ts'
import { BlendCover } from '#web/features/blends/BlendCover.tsx'
import { blendCommands } from '#web/features/blends/blends.commands.ts'
import { blendOf, blendTitle, countsText, memberName, namesText, nextMixText } from '#web/features/blends/blends.messages.ts'
import { BLEND_REFRESH_MS, useLiveBlends } from '#web/features/blends/blends.live.ts'
import { AvatarStack } from '#web/features/connections/AvatarStack.tsx'
import { useAuthStatus, useMyUid } from '#web/features/identity/auth.store.ts'
import { ItemRow } from '#web/features/media/items/ItemRow.tsx'
import { itemsAndLengthText, lengthText, SEPARATOR } from '#web/features/media/items/length-text.ts'
import { PlayAll } from '#web/features/media/queue/PlayAll.tsx'
import { MutedNote } from '#web/features/media/mutes/MutedNote.tsx'
import { useCall } from '#web/platform/query.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ChipRow, FilterChip } from '#web/ui/Chip.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageTitle } from '#web/ui/PageHeader.tsx'
import { ListSkeleton, LoadingLabel, Skeleton } from '#web/ui/Skeleton.tsx'
import { useNow } from '#web/ui/text/use-now.ts'
import { NotFoundPage } from '#web/pages/not-found/NotFoundPage.tsx'
import { BlendActions } from './BlendActions.tsx'
import { BlendRow } from './BlendRow.tsx'
import { FairShare } from './FairShare.tsx'
import { arcsOf } from '#web/features/blends/arcs.ts'
import './BlendPage.css'
import './Blends.css'
import { useFocusOnChange } from '#web/ui/focus/use-focus-on-change.ts'
import { useIsNarrow } from '#web/ui/use-is-narrow.ts'

/** `/blend/:id`: this week's mix of a blend. Visitors and other users see it if all members want that. */
export function BlendPage() {
  const { id = '' } = useParams()
  const status = useAuthStatus()
  if (status === 'unknown' || status === 'checking') return <Loading />
  return status === 'ready' ? <MemberPage key={id} id={id} /> : <OpenPage key={id} id={id} />
}

function MemberPage({ id }: { id: string }) {
  useLiveBlends()
  const found = useCall(blendCalls.getBlend, { params: { id } }, { refetchMs: BLEND_REFRESH_MS })
  if (found.data) return <KnownBlend blend={found.data} />
  if (!found.error) return <Loading />
  const { kind, code } = found.error.failure
  if (kind === 'missing') return <OpenPage id={id} />
  return code === 'invalid_input' ? <NotFoundPage /> : <ErrorState kind={kind} onRetry={() => void found.refetch()} />
}

/** The mix, or the invitation; joining replaces it and its pressed button. */
function KnownBlend({ blend }: { blend: Blend }) {
  const heading = useFocusOnChange<HTMLHeadingElement>(blend.state)
  return blend.state === 'invited' ? <Invitation blend={blend} /> : <Mix blend={blend} heading={heading} />
}

function Back() {
  const { i18n } = useLingui()
  return (
    <Link to="/blends" className="wl-back">
      <IconArrowLeft size={18} stroke={1.8} aria-hidden />
      {i18n._({ id: 'blends.title', message: 'Blends' })}
    </Link>
  )
}

function Kicker({ count }: { count: number }) {
  const { i18n } = useLingui()
  return (
    <span className="wl-blend-kicker">
      <IconAffiliate size={16} stroke={1.8} aria-hidden />
      {blendOf(i18n, count)}
    </span>
  )
}

type Shown = 'all' | 'track' | 'video' | 'mine' | 'changed'

function Mix({ blend, heading }: { blend: Blend; heading: RefObject<HTMLHeadingElement | null> }) {
  const { i18n } = useLingui()
  const me = useMyUid()
  const now = useNow()
  const [shown, setShown] = useState<Shown>('all')
  const title = blendTitle(i18n, blend, me)
  const items = blend.items.map(({ item }) => item)
  const hasLengths = items.some((item) => item.duration_ms !== undefined)
  const isNarrow = useIsNarrow()
  const tests: Record<Shown, (item: Blend['items'][number]) => boolean> = {
    all: () => true,
    track: ({ item }) => item.kind === 'track',
    video: ({ item }) => item.kind === 'video',
    mine: ({ by }) => by === me,
    changed: ({ is_changed: isChanged }) => isChanged,
  }
  const count = (filter: Shown) => blend.items.filter(tests[filter]).length
  const chips: [Shown, string][] = [
    ['all', i18n._({ id: 'blend.filter.all', message: 'All {count}', values: { count: count('all') } })],
    ['track', i18n._({ id: 'blend.filter.tracks', message: 'Tracks {count}', values: { count: count('track') } })],
    ['video', i18n._({ id: 'blend.filter.videos', message: 'Videos {count}', values: { count: count('video') } })],
    ['changed', i18n._({ id: 'blend.filter.new', message: 'New this week {count}', values: { count: count('changed') } })],
    ['mine', i18n._({ id: 'blend.filter.mine', message: 'From you {count}', values: { count: count('mine') } })],
  ]
  return (
    <div className="wl-blend">
      <PageTitle title={title} />
      <Back />
      <div className="wl-blend-top">
        <header className="wl-blend-head">
          <div className="wl-blend-head-cover">
            <BlendCover arcs={arcsOf(blend.members)} />
          </div>
          <div className="wl-blend-head-text">
            <Kicker count={blend.members.length} />
            <h1 ref={heading} tabIndex={-1}>
              {title}
            </h1>
            <p className="wl-blend-people">
              <AvatarStack people={blend.members.map(({ person }) => person)} size={28} max={blend.members.length} />
              {/* Without a name of its own, the title consists of these. */}
              {blend.title !== null && (
                <span className="wl-muted">
                  {namesText(
                    i18n,
                    blend.members.map(({ person }) => person),
                    me,
                  )}
                </span>
              )}
            </p>
            {items.length > 0 && (
              <p className="wl-muted wl-small">{isNarrow ? itemsAndLengthText(i18n, items) : countsText(i18n, items)}</p>
            )}
          </div>
          <BlendActions blend={blend} title={title} />
        </header>
        {items.length > 0 && <FairShare blend={blend} />}
      </div>
      <Notes blend={blend} />
      {items.length === 0 && blend.muted_items === 0 && <NoItems blend={blend} />}
      {items.length > 0 && (
        <>
          <div className="wl-blend-bar">
            <ChipRow label={i18n._({ id: 'discover.filter', message: 'What to show' })}>
              {chips
                .filter(([filter]) => filter === 'all' || (count(filter) > 0 && count(filter) < items.length))
                .map(([filter, label]) => (
                  <FilterChip key={filter} isOn={shown === filter} onPick={() => setShown(filter)}>
                    {label}
                  </FilterChip>
                ))}
            </ChipRow>
            <span className="wl-muted wl-small wl-blend-next">
              <IconRefresh size={16} stroke={1.8} aria-hidden />
              {nextMixText(i18n, blend.next_mix_at, now)}
            </span>
          </div>
          <ol className="wl-card wl-blend-list">
            <li className="wl-blend-labels" aria-hidden>
              <span>{i18n._({ id: 'blend.column.title', message: 'Title' })}</span>
              <span>{i18n._({ id: 'blend.column.by', message: 'Brought by' })}</span>
              <span>{i18n._({ id: 'blend.column.fits', message: 'Fits' })}</span>
              {hasLengths && <span>{i18n._({ id: 'blend.column.length', message: 'Length' })}</span>}
            </li>
            {blend.items.filter(tests[shown]).map((current) => (
              <BlendRow key={current.item.id} blend={blend} entry={current} me={me} from={title} />
            ))}
          </ol>
        </>
      )}
    </div>
  )
}

/** The members have joined, but nothing that can be played is known of them, such as artists without a track. */
function NoItems({ blend }: { blend: Blend }) {
  const { i18n } = useLingui()
  if (blend.members.filter(({ state }) => state === 'joined').length < 2) return null
  return (
    <EmptyState next={{ to: '/social_connect', label: i18n._({ id: 'week.quiet.connect', message: 'Connect an account' }) }}>
      {i18n._({ id: 'blend.empty', message: 'Nothing to play yet. The more we know about what you all love, the better your mix.' })}
    </EmptyState>
  )
}

/** Notes for members: who has not joined, who gets less, and whether they have too little in common. */
function Notes({ blend }: { blend: Blend }) {
  const { i18n } = useLingui()
  const me = useMyUid()
  const waiting = blend.members.filter(({ state }) => state === 'invited').map(({ person }) => person)
  const joined = blend.members.filter(({ state }) => state === 'joined')
  const most = Math.max(...joined.map(({ brings }) => brings))
  const starters = joined.filter(({ brings, emphasis }) => emphasis === 'same' && brings < most - 1)
  const underserved = blend.members.filter(({ person }) => blend.underserved.includes(person.uid)).map(({ person }) => person)
  const notes = [
    waiting.length > 0 &&
      i18n._({
        id: 'blend.waiting',
        message: '{count, plural, one {{who} hasn’t joined yet.} other {{who} haven’t joined yet.}}',
        values: { count: waiting.length, who: namesText(i18n, waiting, me) },
      }),
    joined.length > 1 &&
      blend.is_thin &&
      blend.items.length > 0 &&
      i18n._({ id: 'blend.thin', message: 'You have little in common yet. These are the items that fit best.' }),
    underserved.length > 0 &&
      i18n._({
        id: 'blend.underserved',
        message: 'This mix has less for {who}: their taste leaves no fairer choice.',
        values: { who: namesText(i18n, underserved, null) },
      }),
    ...starters.map(({ person, brings }) =>
      i18n._({
        id: 'blend.starter',
        message: '{name} brings {count}: others can’t see much of their taste yet.',
        values: { name: memberName(i18n, person, null), count: brings },
      }),
    ),
  ].filter((note) => typeof note === 'string')
  if (notes.length === 0 && blend.muted_items === 0) return null
  return (
    <ul className="wl-blend-notes wl-muted">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
      {blend.muted_items > 0 && (
        <li>
          <MutedNote count={blend.muted_items} />
        </li>
      )}
    </ul>
  )
}

function Invitation({ blend }: { blend: Blend }) {
  const { i18n } = useLingui()
  const me = useMyUid()
  const navigate = useNavigate()
  const title = blendTitle(i18n, blend, me)
  return (
    <div className="wl-blend wl-blend-invitation">
      <PageTitle title={title} />
      <Back />
      <div className="wl-blend-head-cover">
        <BlendCover arcs={arcsOf(blend.members)} />
      </div>
      <h1>{title}</h1>
      <p className="wl-muted">
        {blend.invited_by
          ? i18n._({ id: 'blend.invited-by', message: '{name} invites you to a blend.', values: { name: blend.invited_by.name } })
          : i18n._({ id: 'blend.invited-to', message: 'You’re invited to a blend.' })}{' '}
        {i18n._({
          id: 'blend.consent',
          message: 'If you join, the mix uses the music and videos that your settings show these people. You can leave at any time.',
        })}
      </p>
      <ul className="wl-blend-invited">
        {blend.members.map(({ person }) => (
          <li key={person.uid}>
            <Avatar person={person} size={32} />
            {memberName(i18n, person, me)}
          </li>
        ))}
      </ul>
      <div className="wl-blend-actions">
        <Button size="lg" onClick={() => void blendCommands.join(blend.id)}>
          {i18n._({ id: 'blend.join', message: 'Join the blend' })}
        </Button>
        <Button
          size="lg"
          variant="default"
          onClick={() => {
            void blendCommands.leave(blend.id).then((isGone) => isGone && navigate('/blends'))
          }}
        >
          {i18n._({ id: 'connections.decline', message: 'Decline' })}
        </Button>
      </div>
    </div>
  )
}

/** The blend for users who are not members: only public taste of its members. */
function OpenPage({ id }: { id: string }) {
  const found = useCall(blendCalls.getOpenBlend, { params: { id } }, { refetchMs: BLEND_REFRESH_MS })
  if (found.data) return <OpenMix blend={found.data} />
  if (!found.error) return <Loading />
  const { kind, code } = found.error.failure
  return kind === 'missing' || code === 'invalid_input' ? <NotFoundPage /> : <ErrorState kind={kind} onRetry={() => void found.refetch()} />
}

function OpenMix({ blend: { members, title, items } }: { blend: OpenBlend }) {
  const { i18n } = useLingui()
  const names = new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(members.map(({ name }) => name))
  const name = title ?? names
  const all = items.map(({ item }) => item)
  return (
    <div className="wl-blend">
      <PageTitle title={name} />
      <header className="wl-blend-head">
        <div className="wl-blend-head-cover">
          <BlendCover arcs={members.map((member) => ({ id: member.name, bars: member.bars }))} />
        </div>
        <div className="wl-blend-head-text">
          <Kicker count={members.length} />
          <h1>{name}</h1>
          <p className="wl-muted">{names}</p>
          <p className="wl-muted wl-small">{countsText(i18n, all)}</p>
        </div>
        <div className="wl-blend-actions">
          <PlayAll items={all} of={name} from={name} />
        </div>
      </header>
      <ol className="wl-card wl-blend-list">
        {items.map(({ item, fits }) => (
          <ItemRow
            key={item.id}
            item={item}
            from={name}
            about={[
              i18n._({ id: 'blend.fits', message: 'Fits {count} of {all}', values: { count: fits, all: members.length } }),
              lengthText(item),
            ]
              .filter((part) => part !== null)
              .join(SEPARATOR)}
          />
        ))}
      </ol>
    </div>
  )
}

function Loading() {
  const { i18n } = useLingui()
  return (
    <div className="wl-blend">
      <LoadingLabel label={i18n._({ id: 'blend.loading', message: 'Loading the blend' })} />
      <div className="wl-blend-head" aria-hidden>
        <div className="wl-blend-head-cover">
          <Skeleton shape="block" height="100%" />
        </div>
        <div className="wl-blend-head-text">
          <Skeleton width={120} />
          <Skeleton width={280} height="2.4rem" />
          <Skeleton width={200} />
        </div>
      </div>
      <ListSkeleton rows={8} />
    </div>
  )
}
