import { useLingui } from '@lingui/react'
import type { AuthorizedSource } from '#contract/taste/taste.ts'
import { AuthReturn } from '#web/features/sources/AuthReturn.tsx'
import { sourceName } from '#web/features/sources/source.messages.ts'
import { PageTitle } from '#web/ui/PageHeader.tsx'

export function SpotifyReturnPage() {
  return <AuthReturnPage source="spotify" />
}

export function YoutubeReturnPage() {
  return <AuthReturnPage source="youtube" />
}

export function LastfmReturnPage() {
  return <AuthReturnPage source="lastfm" />
}

/** The OAuth redirect target of a source. */
function AuthReturnPage({ source }: { source: AuthorizedSource }) {
  const { i18n } = useLingui()
  const title = i18n._({ id: 'auth-return.title', message: 'Connecting {source}', values: { source: sourceName(i18n, source) } })
  return (
    <>
      <PageTitle title={title} />
      <h1 className="wl-hidden">{title}</h1>
      <AuthReturn source={source} />
    </>
  )
}
