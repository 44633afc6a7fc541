import { connectCalls } from '#contract/taste/connect.ts'
import { useEffect, useState } from 'react'
import { useLingui } from '@lingui/react'
import { Link, useNavigate } from 'react-router'
import { type AuthorizedSource, type Source } from '#contract/taste/taste.ts'
import { notify } from '#web/platform/notices.ts'
import { queryClient } from '#web/platform/query.ts'
import { Button } from '#web/ui/Button.tsx'
import type { I18n } from '@lingui/core'
import { progressText, sourceErrorMessage, sourceName } from './source.messages.ts'
import { clearChosenConsent } from './sources.commands.ts'
import { ConnectSourceButton } from './SourceActions.tsx'
import { SourceHead } from './SourceHead.tsx'
import { putSource, refreshSources } from './sources.cache.ts'
import { showSyncEnd } from './sync-end.ts'
import { useSources } from './use-sources.ts'
import './SourceCard.css'
import './AuthReturn.css'
import { returnPath } from '#contract/base/return-path.ts'
import { readApi } from '#web/platform/api-client.ts'
import type { ApiFailure } from '#web/platform/api-error.ts'

const MATCHES = '/find_buddies'

/** Finishes an OAuth authorization: shows the first sync, opens the new matches when it is done, and explains errors. */
export function AuthReturn({ source }: { source: AuthorizedSource }) {
  const { i18n } = useLingui()
  const { returned, finished, retry } = useReturn(source)
  const name = sourceName(i18n, source)
  const failure = authErrorOf(i18n, source, returned, finished)
  if (finished?.ok) return <FirstSync connected={finished.source} returnTo={finished.returnTo} />
  return (
    <section className="wl-card wl-source wl-auth-return" aria-live="polite" aria-busy={!failure}>
      <SourceHead
        source={source}
        about={
          failure ? '' : i18n._({ id: 'auth-return.progress', message: 'Finishing the connection to {source}', values: { source: name } })
        }
      />
      {failure ? (
        <ErrorMessage source={source} trouble={failure} onRetry={retry} />
      ) : (
        <progress className="wl-source-track" data-source={source} aria-label={name} />
      )}
    </section>
  )
}

/** Waits for the first sync, which the user may leave. When it ends, the matches are opened; after a failure, the previous page. */
function FirstSync({ connected, returnTo }: { connected: Source; returnTo: string }) {
  const { i18n } = useLingui()
  const navigate = useNavigate()
  const sources = useSources({ enabled: true })
  const source = sources.data?.sources.find((entry) => entry.source === connected.source) ?? connected
  const name = sourceName(i18n, source.source)
  const isReading = source.status === 'syncing'
  useEffect(() => {
    if (isReading) return
    showSyncEnd(source, notify)
    void navigate(source.status === 'connected' ? MATCHES : returnTo, { replace: true })
  }, [isReading, navigate, returnTo, source])
  const { progress } = source
  const track = progress?.total ? { value: Math.min(progress.done, progress.total), max: progress.total } : {}
  return (
    <section className="wl-card wl-source wl-auth-return" aria-labelledby={`source-${source.source}`} aria-busy={isReading}>
      <SourceHead source={source.source} about={progressText(i18n, progress)} />
      <progress className="wl-source-track" data-source={source.source} aria-label={name} {...track} />
      <p className="wl-muted">
        {i18n._({
          id: 'auth-return.reading',
          message: 'Your new matches open as soon as everything is read. You don’t have to wait here.',
        })}
      </p>
      <div className="wl-source-actions">
        <Button component={Link} to={MATCHES} variant="default">
          {i18n._({ id: 'auth-return.matches', message: 'See your matches now' })}
        </Button>
      </div>
    </section>
  )
}

function ErrorMessage({ source, trouble, onRetry }: { source: AuthorizedSource; trouble: AuthError; onRetry: () => void }) {
  const { i18n } = useLingui()
  const repeated = i18n._({ id: 'state.retry', message: 'Try again' })
  return (
    <div role="alert" className="wl-auth-return-trouble">
      <h3>{trouble.title}</h3>
      <p className="wl-muted">{trouble.advice}</p>
      <div className="wl-source-actions">
        {trouble.remedy === 'send-again' && <Button onClick={onRetry}>{repeated}</Button>}
        {trouble.remedy === 'start-over' && <ConnectSourceButton source={source} label={repeated} />}
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

function useReturn(source: AuthorizedSource) {
  const navigate = useNavigate()
  // Read once: the address is cleaned right after, so that the code is in no history, screenshot or referrer.
  const [returned, setReturned] = useState(() => readReturn(location.search))
  const [finished, setFinished] = useState<Finished | null>(null)

  useEffect(() => {
    if (location.search) void navigate(location.pathname, { replace: true })
    if (returned.kind !== 'code') return
    let isHere = true
    const finish = async () => {
      const outcome = await finishConnect(source, returned)
      if (!isHere) return
      if (outcome.ok) {
        clearChosenConsent(source)
        putSource(queryClient, outcome.source)
        refreshSources(queryClient)
      }
      setFinished(outcome)
    }
    void finish()
    return () => {
      isHere = false
    }
  }, [navigate, returned, source])

  const retry = () => {
    setFinished(null)
    // A new object makes the effect send the same code again.
    setReturned({ ...returned })
  }
  return { returned, finished, retry }
}

/** An error of the authorization, with its remedy. */
type AuthError = {
  title: string
  advice: string
  /** `send-again` the same code may still work; `start-over` needs a new authorization; `log-in` needs a session first. */
  remedy: 'send-again' | 'start-over' | 'log-in'
}

/** Null while pending and after success. */
function authErrorOf(i18n: I18n, source: AuthorizedSource, returned: ReturnedWith, finished: Finished | null): AuthError | null {
  const values = { source: sourceName(i18n, source) }
  const nothingDone = i18n._({ id: 'auth-return.nothing-done', message: 'Nothing was connected or read.' })
  switch (returned.kind) {
    case 'denied':
      return { title: i18n._({ id: 'auth-return.denied', message: 'You didn’t allow access' }), advice: nothingDone, remedy: 'start-over' }
    case 'fault':
      return {
        title: i18n._({ id: 'auth-return.fault', message: '{source} reported a problem', values }),
        advice: nothingDone,
        remedy: 'start-over',
      }
    case 'nothing':
      return {
        title: i18n._({ id: 'auth-return.nothing', message: 'Nothing to finish here' }),
        advice: i18n._({
          id: 'auth-return.nothing.advice',
          message: 'This page only finishes connecting {source}. Start again from your accounts.',
          values,
        }),
        remedy: 'start-over',
      }
    case 'code':
      return finished && !finished.ok ? authErrorOfFailure(i18n, source, finished.failure) : null
  }
}

function authErrorOfFailure(i18n: I18n, source: AuthorizedSource, failure: Extract<Finished, { ok: false }>['failure']): AuthError {
  const { kind, code } = failure
  const values = { source: sourceName(i18n, source) }
  if (kind === 'signed_out' || code === 'unauthenticated') {
    return {
      title: i18n._({ id: 'auth-return.signed-out', message: 'You’re not signed in' }),
      advice: i18n._({ id: 'auth-return.signed-out.advice', message: 'Log in first, then connect {source} again.', values }),
      remedy: 'log-in',
    }
  }
  if (kind === 'offline') {
    return {
      title: i18n._({ id: 'state.offline.title', message: 'We can’t reach the server' }),
      advice: i18n._({ id: 'state.offline.advice', message: 'Check your connection, then try again.' }),
      remedy: 'send-again',
    }
  }
  if (code === 'account_in_use') {
    return {
      title: i18n._({ id: 'auth-return.in-use', message: 'That account is already in use' }),
      advice: i18n._({
        id: 'auth-return.in-use.advice',
        message: 'It’s connected to another profile here. Use a different {source} account, or disconnect it there first.',
        values,
      }),
      remedy: 'start-over',
    }
  }
  if (code === 'account_not_allowed' || code === 'account_no_channel' || code === 'account_closed') {
    return {
      title: i18n._({ id: 'auth-return.unreadable', message: 'We can’t read that {source} account', values }),
      advice: sourceErrorMessage(i18n, failure, source),
      remedy: 'start-over',
    }
  }
  if (code === 'authorization_code_rejected') {
    return {
      title: i18n._({ id: 'auth-return.code', message: 'The authorization code is wrong' }),
      advice: i18n._({
        id: 'auth-return.code.advice',
        message: '{source} didn’t accept it: it was changed on the way, used before, or is too old. Nothing was connected. Try again.',
        values,
      }),
      remedy: 'start-over',
    }
  }
  if (code === 'provider_unavailable') {
    return {
      title: i18n._({ id: 'auth-return.provider', message: '{source} isn’t responding right now', values }),
      advice: i18n._({ id: 'auth-return.provider.advice', message: 'Nothing was connected. Please try again later.' }),
      remedy: 'start-over',
    }
  }
  return {
    title: i18n._({ id: 'auth-return.expired', message: 'This attempt has expired' }),
    advice: i18n._({
      id: 'auth-return.expired.advice',
      message: 'It took too long, or it was started on another device or account. Nothing was connected.',
    }),
    remedy: 'start-over',
  }
}

/* The redirect of a platform, and the single exchange of its code. */

export type ReturnedWith =
  | { kind: 'code'; code: string; state: string }
  /** The user denied access at the platform. */
  | { kind: 'denied' }
  /** The platform reports an error of its own or of the setup. */
  | { kind: 'fault' }
  /** Not an authorization redirect. */
  | { kind: 'nothing' }

export type Finished = { ok: true; returnTo: string; source: Source } | { ok: false; failure: ApiFailure }

/** Parses a platform's redirect address. */
export function readReturn(search: string): ReturnedWith {
  const params = new URLSearchParams(search)
  const error = params.get('error')
  if (error !== null) return { kind: error === 'access_denied' ? 'denied' : 'fault' }
  // Last.fm sends a token instead of a code.
  const code = params.get('code') ?? params.get('token')
  const state = params.get('state')
  if (code && state) return { kind: 'code', code, state }
  // A denial at Last.fm returns only our own parameters.
  return state ? { kind: 'denied' } : { kind: 'nothing' }
}

const running = new Map<string, Promise<Finished>>()

/**
 * Exchanges the code. A code works once, so calls with the same state share one request; after a missing answer the next call sends it
 * again.
 */
export function finishConnect(source: AuthorizedSource, { code, state }: { code: string; state: string }): Promise<Finished> {
  const existing = running.get(state)
  if (existing) return existing
  const exchange = send(source, code, state)
  running.set(state, exchange)
  return exchange
}

async function send(source: AuthorizedSource, code: string, state: string): Promise<Finished> {
  const result = await readApi(connectCalls.finishConnect, { params: { source }, body: { code, state } })
  if (result.ok) return { ok: true, returnTo: returnPath(result.value.return_to) ?? '/social_connect', source: result.value.source }
  if (result.failure.kind === 'offline') running.delete(state)
  return { ok: false, failure: result.failure }
}
