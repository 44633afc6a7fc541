import { useId } from 'react'
import { useLingui } from '@lingui/react'
import { IconX } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { MatchCard, MatchFilter, SuggestedPerson } from '#contract/taste/taste.ts'
import { mutualBuddiesText } from '#web/features/connections/connections.messages.ts'
import { PersonActions } from './connect/PersonActions.tsx'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { dismiss } from './dismissals.ts'
import { RankedPercent } from './RankedPercent.tsx'
import { basedOnText, basisText, inCommonText } from './match.messages.ts'
import { MatchPrint } from './print/MatchPrint.tsx'
import { PrintIntro } from './print/PrintIntro.tsx'
import { SharedChips } from './SharedChips.tsx'
import './BuddyCard.css'
import { focusNeighbor } from '#web/ui/focus/focus-around.ts'

export type BuddyCardProps = { card: SuggestedPerson; filter: MatchFilter; isFirst?: boolean }

/** A matching person: figure, reasons and actions. */
export function BuddyCard({ card, filter, isFirst = false }: BuddyCardProps) {
  const { i18n } = useLingui()
  const nameId = useId()
  const { person, match, relation } = card
  const mutual = mutualBuddiesText(i18n, card.mutual_count)
  return (
    <article className="wl-card wl-buddy" aria-labelledby={nameId}>
      <header className="wl-buddy-head">
        <Link to={`/profile/${person.uid}`} tabIndex={-1} aria-hidden className="wl-buddy-face">
          <Avatar person={person} size={52} />
        </Link>
        <div className="wl-buddy-who">
          <h2 id={nameId} className="wl-line wl-buddy-name">
            <Link to={`/profile/${person.uid}`}>{person.name}</Link>
          </h2>
          <p className="wl-line wl-dim wl-small">
            {/* A separate element: otherwise the text after it would decide its direction. */}
            <bdi>@{person.user_name}</bdi>
            {mutual && ` · ${mutual}`}
          </p>
        </div>
        <RankedPercent match={match} filter={filter} person={person} />
      </header>
      <MatchPrint match={match} prints={card.prints} person={person} filter={filter} />
      {isFirst && <PrintIntro />}
      <SharedChips match={match} person={person} />
      <footer className="wl-buddy-foot">
        <p className="wl-muted wl-small wl-buddy-common">
          <span>{basisText(i18n, card.basis)}</span>
          <span>{inCommonText(i18n, match)}</span>
          <span>{basedOnText(i18n, match)}</span>
        </p>
        <div className="wl-buddy-actions">
          {relation === 'none' && <DismissButton card={card} />}
          <Button
            component={Link}
            to={`/profile/${person.uid}`}
            variant="default"
            aria-label={i18n._({ id: 'match.profile.of', message: 'Profile of {name}', values: { name: person.name } })}
          >
            {i18n._({ id: 'match.profile', message: 'Profile' })}
          </Button>
          <PersonActions person={person} relation={relation} />
        </div>
      </footer>
    </article>
  )
}

function DismissButton({ card: { person } }: { card: MatchCard }) {
  const { i18n } = useLingui()
  return (
    <ActionIcon
      className="wl-buddy-dismiss"
      aria-label={i18n._({ id: 'match.dismiss.whom', message: 'Not interested in {name}', values: { name: person.name } })}
      title={i18n._({ id: 'match.dismiss', message: 'Not interested' })}
      onClick={(event) => {
        focusNeighbor(event.currentTarget, 'article')
        dismiss(person)
      }}
    >
      <IconX size={20} stroke={1.8} aria-hidden />
    </ActionIcon>
  )
}
