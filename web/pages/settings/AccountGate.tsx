import type { ReactNode } from 'react'
import type { AccountAct } from '#contract/identity.ts'
import { useOffer } from '#web/features/identity/use-offer.ts'

/** Shows a setting only where the identity provider can do it. */
export function AccountGate({ needs, children }: { needs: AccountAct; children: ReactNode }) {
  const offer = useOffer().data
  return offer?.identity.account.includes(needs) ? children : null
}
