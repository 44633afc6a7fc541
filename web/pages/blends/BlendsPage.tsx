import { useLingui } from '@lingui/react'
import { IconAffiliate, IconPlus, IconTrash } from '@tabler/icons-react'
import { Link } from 'react-router'
import { blendCalls, type BlendSummary, type KeptMix } from '#contract/blends.ts'
import { BlendCover } from '#web/features/blends/BlendCover.tsx'
import { blendOf, blendTitle, countsText, sizeText } from '#web/features/blends/blends.messages.ts'
import { blendCommands } from '#web/features/blends/blends.commands.ts'
import { useLiveBlends } from '#web/features/blends/blends.live.ts'
import { AvatarStack } from '#web/features/connections/AvatarStack.tsx'
import { useMyUid } from '#web/features/identity/auth.store.ts'
import { SEPARATOR } from '#web/features/media/items/length-text.ts'
import { PlayAll } from '#web/features/media/queue/PlayAll.tsx'
import { useCallPages } from '#web/platform/query-pages.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { SectionHeader } from '#web/ui/SectionHeader.tsx'
import { ShowMore } from '#web/ui/ShowMore.tsx'
import { CardSkeleton, LoadingLabel } from '#web/ui/Skeleton.tsx'
import { arcsOf } from '#web/features/blends/arcs.ts'
import './Blends.css'

/** `/blends`: the user's blends, invitations, and the mixes that they kept. */
export function BlendsPage() {
  const { i18n } = useLingui()
  useLiveBlends()
  const found = useCallPages(blendCalls.getBlends, {})
  return (
    <>
      <PageHeader
        title={i18n._({ id: 'blends.title', message: 'Blends' })}
        lead={i18n._({
          id: 'blends.lead',
          message: 'One playlist from 2 to 10 people. Everyone gets an equal share, and it’s new every Monday.',
        })}
        aside={found.status === 'ready' && found.pages.some(({ blends }) => blends.length > 0) ? <NewButton /> : undefined}
      />
      <Content found={found} />
    </>
  )
}

function Content({ found }: { found: ReturnType<typeof useCallPages<typeof blendCalls.getBlends>> }) {
  const { i18n } = useLingui()
  if (found.status === 'failed') return <ErrorState kind={found.failure.kind} onRetry={found.retry} />
  if (found.status === 'loading') {
    return (
      <div className="wl-blends">
        <LoadingLabel label={i18n._({ id: 'blends.loading', message: 'Loading your blends' })} />
        <CardSkeleton />
        <CardSkeleton />
        <CardSkeleton />
      </div>
    )
  }
  const [blends, saved] = [found.pages.flatMap((page) => page.blends), found.pages.flatMap((page) => page.kept)]
  return (
    <>
      {blends.length === 0 ? (
        <EmptyState action={<NewButton />}>
          {i18n._({ id: 'blends.empty', message: 'You have no blends yet. Pick some buddies and hear what you share.' })}
        </EmptyState>
      ) : (
        <ul className="wl-blends">
          {blends.map((blend) => (
            <BlendCard key={blend.id} blend={blend} />
          ))}
        </ul>
      )}
      <ShowMore more={found.more} />
      {saved.length > 0 && (
        <section className="wl-kept">
          <SectionHeader title={i18n._({ id: 'blends.kept', message: 'Saved mixes' })} />
          <ul>
            {saved.map((blend) => (
              <KeptRow key={blend.id} kept={blend} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function NewButton() {
  const { i18n } = useLingui()
  return (
    <Button component={Link} to="/blends/new" leftSection={<IconPlus size={18} stroke={1.8} aria-hidden />}>
      {i18n._({ id: 'blends.new', message: 'New blend' })}
    </Button>
  )
}

/** The faces of a card stand in one line. */
const MAX_FACES = 6

function BlendCard({ blend }: { blend: BlendSummary }) {
  const { i18n } = useLingui()
  const me = useMyUid()
  const joined = blend.members.filter(({ state }) => state === 'joined').length
  const isInvited = blend.state === 'invited'
  return (
    <li className="wl-card wl-blend-card">
      <div className="wl-blend-card-cover">
        <BlendCover arcs={arcsOf(blend.members)} />
      </div>
      <div className="wl-blend-card-text">
        <span className="wl-blend-kicker">
          <IconAffiliate size={16} stroke={1.8} aria-hidden />
          {isInvited ? i18n._({ id: 'blend.invited', message: 'Invitation' }) : blendOf(i18n, blend.members.length)}
        </span>
        <h2>
          <Link to={`/blend/${blend.id}`}>{blendTitle(i18n, blend, me)}</Link>
        </h2>
        <AvatarStack people={blend.members.map(({ person }) => person)} max={MAX_FACES} />
        <p className="wl-muted wl-small">
          {blend.items > 0
            ? sizeText(i18n, blend)
            : i18n._({
                id: 'blend.joined',
                message: '{joined} of {all} have joined',
                values: { joined, all: blend.members.length },
              })}
        </p>
      </div>
    </li>
  )
}

function KeptRow({ kept: { id, title, kept_at: keptAt, items } }: { kept: KeptMix }) {
  const { i18n } = useLingui()
  return (
    <li className="wl-kept-row">
      <span className="wl-kept-text">
        <strong>{title}</strong>
        <span className="wl-muted">
          {`${new Intl.DateTimeFormat(i18n.locale, { dateStyle: 'medium' }).format(new Date(keptAt))}${SEPARATOR}${countsText(i18n, items)}`}
        </span>
      </span>
      <PlayAll items={items} of={title} from={title} />
      <ActionIcon
        icon={IconTrash}
        iconSize={18}
        size={44}
        aria-label={i18n._({ id: 'blends.kept.delete', message: 'Delete {title}', values: { title } })}
        onClick={() => void blendCommands.deleteKept(id)}
      />
    </li>
  )
}
