import { useLingui } from '@lingui/react'
import { useState } from 'react'
import { IdentityError, type IdentityErrorCode } from '../provider/identity.provider.ts'
import { refusalOf, type IdentityRefusal } from '../identity.words.ts'

export type ActRefusal = IdentityRefusal & { code: IdentityErrorCode }

/** One thing that is asked of the identity provider: whether it is under way, and why it was refused. */
export function useAct() {
  const { i18n } = useLingui()
  const [isBusy, setIsBusy] = useState(false)
  const [refusal, setRefusal] = useState<ActRefusal | null>(null)

  /** Does `work` at once, inside the click, so that it may open a window. @returns whether it went well */
  async function act(work: () => Promise<unknown>): Promise<boolean> {
    setIsBusy(true)
    setRefusal(null)
    try {
      await work()
      return true
    } catch (error) {
      const code = error instanceof IdentityError ? error.code : 'internal'
      setRefusal({ ...refusalOf(i18n, error), code })
      return false
    } finally {
      setIsBusy(false)
    }
  }

  return { isBusy, refusal, act, forget: () => setRefusal(null) }
}
