import { useLingui } from '@lingui/react'
import { useState } from 'react'
import { IdentityError, type IdentityErrorCode } from '../provider/identity.provider.ts'
import { refusalOf, type IdentityRefusal } from '../identity.words.ts'

export type ActRefusal = IdentityRefusal & { code: IdentityErrorCode }

/** Runs one command of the identity provider; returns its loading state and its error. */
export function useAct() {
  const { i18n } = useLingui()
  const [isBusy, setIsBusy] = useState(false)
  const [refusal, setRefusal] = useState<ActRefusal | null>(null)

  /** Runs `work` synchronously inside the click, so that it may open a popup. @returns whether it succeeded */
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
