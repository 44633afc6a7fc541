import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { type Source, type SourceName, nameSources, fileSources, connectableSources } from '#contract/taste/taste.ts'
import { useAuthStatus } from '#web/features/identity/auth.store.ts'
import { wasSignedIn } from '#web/features/identity/session.ts'
import { sourceOffer } from '#web/features/sources/source.messages.ts'
import { SourceCard } from '#web/features/sources/SourceCard.tsx'
import { SourceHead } from '#web/features/sources/SourceHead.tsx'
import { ImportHead, SourceImport } from '#web/features/imports/SourceImport.tsx'
import { useSources } from '#web/features/sources/use-sources.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { CardSkeleton, LoadingLabel } from '#web/ui/Skeleton.tsx'

/** Taste sources: one card per source. Signed-out visitors read what the sources are for. */
export function SocialConnectPage() {
  const { i18n } = useLingui()
  const authStatus = useAuthStatus()
  // While the session is unknown, the last visit decides what renders, to avoid a flash.
  const isOut = authStatus === 'signed_out' || (authStatus === 'unknown' && !wasSignedIn())
  return (
    <>
      <PageHeader
        title={i18n._({ id: 'social-connect.title', message: 'Your music and video accounts' })}
        lead={i18n._({
          id: 'social-connect.lead',
          message:
            'Connect what you use, or import files you already have. You decide who sees each source and whether it counts for matching.',
        })}
      />
      {isOut ? <SourcesExplained /> : <MySources isReady={authStatus === 'ready'} />}
    </>
  )
}

const isFile = ({ source }: Source): boolean => fileSources.some((name) => name === source)
/** Connecting or disconnecting resets the card's state. */
const keyOf = ({ source, status }: Source): string => `${source} ${status === 'not_connected' ? 'out' : 'in'}`

function MySources({ isReady }: { isReady: boolean }) {
  const { i18n } = useLingui()
  const sources = useSources({ enabled: isReady })
  if (sources.data) {
    const all = sources.data.sources
    const linked = all.filter((source) => !isFile(source) && source.source !== 'picks')
    const rest = all.filter((source) => (isFile(source) && source.status !== 'not_connected') || source.source === 'picks')
    return (
      <div className="wl-sources">
        {linked.map((source) => (
          <SourceCard key={keyOf(source)} source={source} />
        ))}
        <SourceImport />
        {rest.map((source) => (
          <SourceCard key={keyOf(source)} source={source} />
        ))}
      </div>
    )
  }
  if (sources.error) return <ErrorState kind={sources.error.failure.kind} onRetry={() => void sources.refetch()} />
  return (
    <>
      <LoadingLabel label={i18n._({ id: 'social-connect.loading', message: 'Loading your sources' })} />
      <div className="wl-sources">
        {accounts.map((name) => (
          <CardSkeleton key={name} blockHeight={110} />
        ))}
      </div>
    </>
  )
}

const accounts: readonly SourceName[] = [...connectableSources, ...nameSources]
const explained: readonly SourceName[] = [...accounts, 'picks']

function SourcesExplained() {
  const { i18n } = useLingui()
  return (
    <div className="wl-sources">
      {explained.map((name) => (
        <section className="wl-card wl-source" key={name} aria-labelledby={`source-${name}`}>
          <SourceHead source={name} about="" />
          <p className="wl-muted">{sourceOffer(i18n, name)}</p>
        </section>
      ))}
      <section className="wl-card wl-source" aria-labelledby="source-import">
        <ImportHead />
        <p className="wl-muted">
          {i18n._({
            id: 'social-connect.out.files',
            message: 'What you played or watched over the years. The services send you these files on request, and we import them here.',
          })}
        </p>
      </section>
      <ItStaysYours />
    </div>
  )
}

function ItStaysYours() {
  const { i18n } = useLingui()
  return (
    <section className="wl-card wl-source wl-source-wide">
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
  )
}
