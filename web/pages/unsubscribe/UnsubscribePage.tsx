import { useLingui } from '@lingui/react'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { notificationCalls } from '#contract/notifications.ts'
import { callApi } from '#web/platform/api-client.ts'
import { failureOf } from '#web/platform/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormMessage } from '#web/ui/inputs/FormMessage.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'

type State = { name: 'asking' } | { name: 'busy' } | { name: 'done' } | { name: 'failed'; why: string }

/** The target of a digest's unsubscribe link. Only the button unsubscribes, because mail scanners open links. */
export function UnsubscribePage() {
  const { i18n } = useLingui()
  const { hash, search } = useLocation()
  // Older emails have it after the #.
  const code = new URLSearchParams(search).get('code') ?? hash.slice(1)
  const [state, setState] = useState<State>({ name: 'asking' })

  async function end() {
    setState({ name: 'busy' })
    try {
      await callApi(notificationCalls.endDigest, { body: { code } })
      setState({ name: 'done' })
    } catch (error) {
      const fallback = i18n._({ id: 'unsubscribe.failed', message: 'That didn’t work. Try again in a moment.' })
      setState({ name: 'failed', why: failureOf(error).sentence ?? fallback })
    }
  }

  if (state.name === 'done')
    return (
      <PageHeader
        title={i18n._({ id: 'unsubscribe.done', message: 'You won’t get any more summaries' })}
        lead={
          <Link className="wl-link" to="/settings#notifications">
            {i18n._({ id: 'unsubscribe.back', message: 'You can change this in your settings.' })}
          </Link>
        }
      />
    )
  if (code === '') {
    return (
      <>
        <PageHeader
          title={i18n._({ id: 'unsubscribe.incomplete', message: 'This link is incomplete' })}
          lead={i18n._({
            id: 'unsubscribe.incomplete.lead',
            message: 'Open the link in your latest summary email again. Or turn the summary off in your settings.',
          })}
        />
        <ToSettings />
      </>
    )
  }
  return (
    <>
      <PageHeader
        title={i18n._({ id: 'unsubscribe.title', message: 'Stop the summary by email?' })}
        lead={i18n._({ id: 'unsubscribe.lead', message: 'Everything stays in your notifications here.' })}
      />
      {state.name === 'failed' && (
        <>
          <FormMessage>{state.why}</FormMessage>
          <ToSettings />
        </>
      )}
      <p>
        <Button loading={state.name === 'busy'} onClick={() => void end()}>
          {i18n._({ id: 'unsubscribe.act', message: 'Unsubscribe' })}
        </Button>
      </p>
    </>
  )
}

/** An alternative that needs no valid link. */
function ToSettings() {
  const { i18n } = useLingui()
  return (
    <p>
      <Button component={Link} to="/settings#notifications" variant="default">
        {i18n._({ id: 'notifications.choose', message: 'Notification settings' })}
      </Button>
    </p>
  )
}
