import type { ReactNode } from 'react'
import type { AccountAction } from '#contract/identity/identity.ts'
import { useOffer } from '#web/features/identity/use-offer.ts'

/** Shows a setting only when the identity provider supports it. */
export function AccountGate({ needs, children }: { needs: AccountAction; children: ReactNode }) {
  const offer = useOffer().data
  return offer?.identity.account.includes(needs) ? children : null
}
