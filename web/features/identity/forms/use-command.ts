import { useLingui } from '@lingui/react'
import { useState } from 'react'
import { IdentityError, type IdentityErrorCode } from '../provider/identity.provider.ts'
import { identityProblem, type IdentityProblem } from '../identity.messages.ts'

export type CommandProblem = IdentityProblem & { code: IdentityErrorCode }

/** Runs one command of the identity provider; returns its loading state and its error. */
export function useCommand() {
  const { i18n } = useLingui()
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<CommandProblem | null>(null)

  /** Runs `work` synchronously inside the click, so that it may open a popup. @returns whether it succeeded */
  async function run(work: () => Promise<unknown>): Promise<boolean> {
    setIsBusy(true)
    setProblem(null)
    try {
      await work()
      return true
    } catch (error) {
      const code = error instanceof IdentityError ? error.code : 'internal'
      setProblem({ ...identityProblem(i18n, error), code })
      return false
    } finally {
      setIsBusy(false)
    }
  }

  return { isBusy, problem, run, reset: () => setProblem(null) }
}
