import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { identityCalls } from '#contract/identity.ts'
import { connectableSource, type Source, type SourceName } from '#contract/taste.ts'
import { useStanding } from '#web/features/identity/auth.store.ts'
import { wasSignedIn } from '#web/features/identity/session.ts'
import { sourceOffer } from '#web/features/taste/source.words.ts'
import { SourceCard } from '#web/features/taste/SourceCard.tsx'
import { SourceHead } from '#web/features/taste/SourceHead.tsx'
import { useSources } from '#web/features/taste/use-sources.ts'
import { useCall } from '#web/platform/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { CardSkeleton, LoadingLabel } from '#web/ui/Skeleton.tsx'

/** Sources by name and by file have no form on this page yet; one that is connected is shown all the same. */
const shownSources: readonly SourceName[] = [...connectableSource.options, 'picks']
const hasCard = ({ source, status }: Source): boolean => shownSources.includes(source) || status !== 'not_connected'

/** Where taste comes from: one card per source. Signed-out people read what the sources are for. */
export function SocialConnectPage() {
  const { i18n } = useLingui()
  const standing = useStanding()
  // Until it is known who is here, the last visit decides what is drawn, so that nothing flashes up and goes.
  const isOut = standing === 'signed_out' || (standing === 'unknown' && !wasSignedIn())
  return (
    <>
      <PageHeader
        title={i18n._({ id: 'social-connect.title', message: 'Where your taste comes from' })}
        lead={i18n._({
          id: 'social-connect.lead',
          message: 'Connect what you use. You decide who sees each source and whether it counts for matching.',
        })}
      />
      {isOut ? <SourcesExplained /> : <MySources isReady={standing === 'ready'} />}
    </>
  )
}

function MySources({ isReady }: { isReady: boolean }) {
  const { i18n } = useLingui()
  const sources = useSources({ enabled: isReady })
  const offer = useCall(identityCalls.getOffer)
  const isStandIn = (name: string) => offer.data?.sources.some((entry) => entry.source === name && entry.stand_in) ?? false
  if (sources.data) {
    return (
      <div className="wl-sources">
        {sources.data.sources.filter(hasCard).map((source) => (
          <SourceCard key={source.source} source={source} isStandIn={isStandIn(source.source)} />
        ))}
      </div>
    )
  }
  if (sources.error) return <ErrorState kind={sources.error.failure.kind} onRetry={() => void sources.refetch()} />
  return (
    <>
      <LoadingLabel label={i18n._({ id: 'social-connect.loading', message: 'Loading your sources' })} />
      <div className="wl-sources">
        {shownSources.map((name) => (
          <CardSkeleton key={name} blockHeight={110} />
        ))}
      </div>
    </>
  )
}

function SourcesExplained() {
  const { i18n } = useLingui()
  return (
    <div className="wl-sources">
      {shownSources.map((name) => (
        <section className="wl-card wl-source" key={name} aria-labelledby={`source-${name}`}>
          <SourceHead source={name} about="" />
          <p className="wl-muted">{sourceOffer(i18n, name)}</p>
        </section>
      ))}
      <section className="wl-card wl-source">
        <h2>{i18n._({ id: 'social-connect.out.title', message: 'It stays yours' })}</h2>
        <p className="wl-muted">
          {i18n._({
            id: 'social-connect.out.why',
            message: 'You choose who sees each source and whether it counts. Disconnecting deletes everything that came from it.',
          })}
        </p>
        <div className="wl-source-actions">
          <Button component={Link} to="/sign-up">
            {i18n._({ id: 'identity.sign-up', message: 'Sign up' })}
          </Button>
          <Button component={Link} to="/login" variant="outline">
            {i18n._({ id: 'identity.log-in', message: 'Log in' })}
          </Button>
        </div>
      </section>
    </div>
  )
}
