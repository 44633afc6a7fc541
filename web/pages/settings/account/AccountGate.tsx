import type { ReactNode } from 'react'
import type { AccountAction } from '#contract/identity/identity.ts'
import { useCapabilities } from '#web/features/identity/use-capabilities.ts'

/** Shows a setting only when the identity provider supports it. */
export function AccountGate({ needs, children }: { needs: AccountAction; children: ReactNode }) {
  const capabilities = useCapabilities().data
  return capabilities?.identity.account.includes(needs) ? children : null
}
