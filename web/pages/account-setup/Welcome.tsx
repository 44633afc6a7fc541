import { useLingui } from '@lingui/react'
import { Suspense, useId, useState } from 'react'
import { Link } from 'react-router'
import { tasteCalls } from '#contract/taste/taste.ts'
import { useMe } from '#web/features/profiles/me.ts'
import { lazyComponent } from '#web/platform/lazy-component.ts'
import { useCall } from '#web/platform/query.ts'
import { inCommonText } from '#web/features/matching/match.messages.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { MatchFigure } from '#web/ui/MatchFigure.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { consumeReturnPath } from '#web/features/identity/return-path.ts'

const SUGGESTED = 3

// Its rows bring the code of playing and queueing.
const FirstItems = lazyComponent(async () => (await import('./FirstItems.tsx')).FirstItems)

/** The first matches and the first items to play, right after the profile was saved. */
export function Welcome() {
  const { i18n } = useLingui()
  const me = useMe()
  const [wanted] = useState(consumeReturnPath)
  return (
    <div className="wl-welcome">
      <header>
        <h1>{i18n._({ id: 'welcome.title', message: 'You’re in{name}', values: { name: me ? `, ${me.name}` : '' } })}</h1>
        <p className="wl-muted">
          {i18n._({ id: 'welcome.lead', message: 'Your first matches and something to play, by what you picked.' })}
        </p>
      </header>
      <People />
      <Suspense>
        <FirstItems />
      </Suspense>
      <section className="wl-card wl-welcome-card">
        <div>
          <h2>{i18n._({ id: 'welcome.accounts', message: 'Connect your accounts' })}</h2>
          <p className="wl-muted">
            {i18n._({
              id: 'welcome.accounts.text',
              message: 'Spotify and YouTube know more of your taste than a few picks. You decide who sees what.',
            })}
          </p>
        </div>
        <Button component={Link} to="/social_connect">
          {i18n._({ id: 'welcome.accounts.go', message: 'Connect' })}
        </Button>
      </section>
      <div className="wl-setup-actions">
        <Button component={Link} to={wanted === '/' ? '/find_buddies' : wanted} size="lg" variant="default">
          {i18n._({ id: 'welcome.go', message: 'Continue' })}
        </Button>
      </div>
    </div>
  )
}

function People() {
  const { i18n } = useLingui()
  const titleId = useId()
  const matches = useCall(tasteCalls.getMatches, { query: { limit: SUGGESTED } })
  if (matches.isError || matches.data?.people.length === 0) return null
  return (
    <section className="wl-card wl-welcome-people" aria-labelledby={titleId}>
      <h2 id={titleId}>{i18n._({ id: 'welcome.people', message: 'People with similar taste' })}</h2>
      {matches.isPending ? (
        <ListSkeleton rows={SUGGESTED} />
      ) : (
        <ul>
          {matches.data?.people.map(({ person, match }) => (
            <li key={person.uid}>
              <Link className="wl-welcome-person" to={`/view-connection/${person.uid}`}>
                <Avatar person={person} size={44} />
                <span>
                  <strong className="wl-line">{person.name}</strong>
                  <span className="wl-line wl-muted wl-small">
                    {match.shared.length === 0
                      ? inCommonText(i18n, match)
                      : i18n._({
                          id: 'welcome.both',
                          message: 'You both love {names}',
                          values: { names: new Intl.ListFormat(i18n.locale).format(match.shared.map(({ item }) => item.name)) },
                        })}
                  </span>
                </span>
                <MatchFigure percent={match.percent} size="small" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
