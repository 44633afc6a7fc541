import { useLingui } from '@lingui/react'
import type { AuthorisedSource } from '#contract/taste/taste.ts'
import { AuthReturn } from '#web/features/sources/AuthReturn.tsx'
import { sourceName } from '#web/features/sources/source.messages.ts'
import { PageTitle } from '#web/ui/PageHeader.tsx'

/** The OAuth redirect target of a source. */
export function AuthReturnPage({ source }: { source: AuthorisedSource }) {
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
