import { useEffect, useState } from 'react'
import { useLingui } from '@lingui/react'
import { Link, useNavigate } from 'react-router'
import type { AuthorisedSource } from '#contract/taste.ts'
import { notify } from '#web/platform/notices.ts'
import { queryClient } from '#web/platform/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { finishConnect, readReturn, type Finished } from './finish-connect.ts'
import { returnTrouble, type Trouble } from './auth-return.messages.ts'
import { sourceName } from './source.messages.ts'
import { forgetChosen } from './sources.commands.ts'
import { ConnectSourceButton } from './SourceActions.tsx'
import { SourceHead } from './SourceHead.tsx'
import { refreshSources } from './sources.cache.ts'
import './SourceCard.css'
import './AuthReturn.css'

/** Finishes an authorisation: shows that it goes on, leads back when it is done, and says clearly what went wrong when it is not. */
export function AuthReturn({ source }: { source: AuthorisedSource }) {
  const { i18n } = useLingui()
  const { returned, finished, retry } = useReturn(source)
  const name = sourceName(i18n, source)
  const trouble = returnTrouble(i18n, source, returned, finished)
  return (
    <section className="wl-card wl-source wl-auth-return" aria-live="polite" aria-busy={!trouble}>
      <SourceHead
        source={source}
        about={
          trouble ? '' : i18n._({ id: 'auth-return.progress', message: 'Finishing the connection to {source}', values: { source: name } })
        }
      />
      {trouble ? (
        <TroubleWords source={source} trouble={trouble} onRetry={retry} />
      ) : (
        <progress className="wl-source-track" data-source={source} aria-label={name} />
      )}
    </section>
  )
}

function TroubleWords({ source, trouble, onRetry }: { source: AuthorisedSource; trouble: Trouble; onRetry: () => void }) {
  const { i18n } = useLingui()
  const again = i18n._({ id: 'state.retry', message: 'Try again' })
  return (
    <div role="alert" className="wl-auth-return-trouble">
      <h3>{trouble.title}</h3>
      <p className="wl-muted">{trouble.advice}</p>
      <div className="wl-source-actions">
        {trouble.remedy === 'send-again' && <Button onClick={onRetry}>{again}</Button>}
        {trouble.remedy === 'start-over' && <ConnectSourceButton source={source} label={again} />}
        {trouble.remedy === 'log-in' && (
          <Button component={Link} to="/login">
            {i18n._({ id: 'identity.log-in', message: 'Log in' })}
          </Button>
        )}
        <Button component={Link} to="/social_connect" variant="default">
          {i18n._({ id: 'auth-return.back', message: 'Back to accounts' })}
        </Button>
      </div>
    </div>
  )
}

function useReturn(source: AuthorisedSource) {
  const { i18n } = useLingui()
  const navigate = useNavigate()
  // Read once: the address is cleaned right after, so that the code is in no history, no screenshot and no referrer.
  const [returned, setReturned] = useState(() => readReturn(location.search))
  const [finished, setFinished] = useState<Finished | null>(null)

  useEffect(() => {
    if (location.search) void navigate(location.pathname, { replace: true })
    if (returned.kind !== 'code') return
    let isHere = true
    const finish = async () => {
      const outcome = await finishConnect(source, returned)
      if (!isHere) return
      setFinished(outcome)
      if (!outcome.ok) return
      forgetChosen(source)
      refreshSources(queryClient)
      notify(
        'positive',
        i18n._({ id: 'auth-return.done', message: '{source} is connected.', values: { source: sourceName(i18n, source) } }),
      )
      void navigate(outcome.returnTo, { replace: true })
    }
    void finish()
    return () => {
      isHere = false
    }
  }, [i18n, navigate, returned, source])

  const retry = () => {
    setFinished(null)
    // The same return once more, as a new object: the effect sends it again.
    setReturned({ ...returned })
  }
  return { returned, finished, retry }
}
