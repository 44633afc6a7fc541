import { useLingui } from '@lingui/react'
import { PRODUCT_NAME } from '#contract/base/product.ts'
import { useAuthStatus } from '#web/features/identity/auth.store.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/PageHeader.tsx'

/** Shown for codes that have expired, and for those that never were valid. */
export function EndedInvitation() {
  const { i18n } = useLingui()
  const isSignedIn = useAuthStatus() === 'ready'
  const title = i18n._({ id: 'invite.ended', message: 'This invitation isn’t valid' })
  const label = isSignedIn
    ? i18n._({ id: 'not-found.home', message: 'Back to home' })
    : i18n._({ id: 'invite.home', message: 'About {product}', values: { product: PRODUCT_NAME } })
  return (
    <>
      <PageTitle title={title} />
      <EmptyState title={title} next={{ to: '/', label }}>
        {i18n._({ id: 'invite.ended.ask', message: 'It may have ended, or part of the link is missing. Ask for a new one.' })}
      </EmptyState>
    </>
  )
}
