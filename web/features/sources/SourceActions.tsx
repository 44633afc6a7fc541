import { useEffect, useState } from 'react'
import { useLingui } from '@lingui/react'
import { useLocation } from 'react-router'
import {
  type AuthorizedSource,
  type Source,
  type SourceName,
  type SyncedSource,
  syncedSources,
  fileSources,
  connectableSources,
} from '#contract/taste/taste.ts'
import { LazyConfirmDialog } from '#web/features/connections/lazy-dialogs.ts'
import { focusIfLost } from '#web/ui/focus/focus-around.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { Button, type ButtonVariant } from '#web/ui/Button.tsx'
import { DialogButton } from '#web/ui/DialogButton.tsx'
import { lazyPart } from '#web/platform/lazy-component.ts'
import { countsSentence, sourceName } from './source.messages.ts'
import { connectSource, disconnectSource, syncSource, type Consent } from './sources.commands.ts'

const LazyPicksDialog = lazyPart(async () => (await import('./PicksDialog.tsx')).PicksDialog)

/** After these events the page no longer scrolls by itself. */
const USER_ACTIONS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** Opens the picker. `/social_connect#picks` links to it. */
function PicksButton({ hasPicks }: { hasPicks: boolean }) {
  const { i18n } = useLingui()
  const { isOpen, trigger, open, close } = useDialog()
  const isWanted = useLocation().hash === '#picks'
  useEffect(() => {
    if (!isWanted) return undefined
    const show = () => trigger.current?.scrollIntoView({ block: 'center' })
    // Cards above it may still load and push it down.
    const observer = new ResizeObserver(show)
    // Navigation scrolls to the top after the page's own effects, so this waits for it.
    const frame = requestAnimationFrame(() => {
      show()
      trigger.current?.focus({ preventScroll: true })
      observer.observe(document.body)
    })
    const stop = () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      for (const event of USER_ACTIONS) removeEventListener(event, stop)
    }
    for (const event of USER_ACTIONS) addEventListener(event, stop, { passive: true })
    return stop
  }, [isWanted, trigger])
  return (
    <>
      <Button ref={trigger} variant={hasPicks ? 'default' : 'filled'} aria-haspopup="dialog" onClick={open}>
        {hasPicks
          ? i18n._({ id: 'picks.edit', message: 'Edit my picks' })
          : i18n._({ id: 'picks.choose', message: 'Choose artists and channels' })}
      </Button>
      {isOpen && <LazyPicksDialog onClose={close} />}
    </>
  )
}

/** The actions of a connected source, and the picker. */
export function SourceActions({ source }: { source: Source }) {
  const { i18n } = useLingui()
  const { status } = source
  if (source.source === 'picks') {
    return (
      <div className="wl-source-actions">
        <PicksButton hasPicks={status !== 'not_connected'} />
        {status !== 'not_connected' && <DisconnectButton source={source} />}
      </div>
    )
  }
  const connectable = connectableSources.find((name) => name === source.source)
  const synced = syncedSources.find((name) => name === source.source)
  return (
    <div className="wl-source-actions">
      {connectable && status === 'reconnect' && (
        <ConnectSourceButton
          source={connectable}
          label={i18n._({
            id: 'source.connect-again',
            message: 'Connect {source} again',
            values: { source: sourceName(i18n, connectable) },
          })}
        />
      )}
      {synced && source.problem !== 'not_offered' && (status === 'connected' || status === 'failed') && (
        <SyncButton source={synced} isAgain={status === 'failed'} />
      )}
      {status !== 'not_connected' && <DisconnectButton source={source} />}
    </div>
  )
}

export type ConnectSourceButtonProps = {
  source: AuthorizedSource
  consent?: Consent
  label?: string
  variant?: ButtonVariant
  isShort?: boolean
}

/** Redirects to the platform. `isShort`: the source's name is only in the accessible name. */
export function ConnectSourceButton({ source, consent, label, variant, isShort = false }: ConnectSourceButtonProps) {
  const { i18n } = useLingui()
  const [isLeaving, setLeaving] = useState(false)
  // The browser's back button restores this page from the bfcache, with its old state.
  useEffect(() => {
    const handlePageShow = () => setLeaving(false)
    addEventListener('pageshow', handlePageShow)
    return () => removeEventListener('pageshow', handlePageShow)
  }, [])
  const text = label ?? i18n._({ id: 'source.connect', message: 'Connect {source}', values: { source: sourceName(i18n, source) } })
  const handleConnect = async () => {
    setLeaving(true)
    if (!(await connectSource(source, consent))) setLeaving(false)
  }
  return (
    <Button
      loading={isLeaving}
      onClick={() => void handleConnect()}
      {...(isShort ? { 'aria-label': text } : {})}
      {...(variant ? { variant } : {})}
    >
      {isShort ? i18n._({ id: 'source.connect.short', message: 'Connect' }) : text}
    </Button>
  )
}

function SyncButton({ source, isAgain }: { source: SyncedSource; isAgain: boolean }) {
  const { i18n } = useLingui()
  const [isAsking, setAsking] = useState(false)
  const handleSync = async () => {
    setAsking(true)
    await syncSource(source)
    setAsking(false)
  }
  const label = isAgain ? i18n._({ id: 'state.retry', message: 'Try again' }) : i18n._({ id: 'source.sync', message: 'Sync now' })
  return (
    <Button variant="default" loading={isAsking} aria-label={`${label}: ${sourceName(i18n, source)}`} onClick={() => void handleSync()}>
      {label}
    </Button>
  )
}

function DisconnectButton({ source }: { source: Source }) {
  const { i18n } = useLingui()
  const name = sourceName(i18n, source.source)
  const text = useDisconnectText(source)
  return (
    <DialogButton
      variant="outline"
      aria-label={source.source === 'picks' ? text.verb : `${text.verb}: ${name}`}
      renderDialog={(close) => (
        <LazyConfirmDialog title={text.title} confirm={text.verb} onConfirm={() => void disconnect(source.source)} onClose={close}>
          {i18n._({
            id: 'source.disconnect.what',
            message: 'This deletes everything that came from it: {counts}. Your matches will change.',
            values: { counts: countsSentence(i18n, source) },
          })}
        </LazyConfirmDialog>
      )}
    >
      {text.verb}
    </DialogButton>
  )
}

/** Afterwards the card is replaced or removed. */
async function disconnect(source: SourceName): Promise<void> {
  await disconnectSource(source)
  const card = () => document.querySelector<HTMLElement>(`[aria-labelledby="source-${source}"] .wl-source-consent`)
  setTimeout(() => focusIfLost(card() ?? document.getElementById('main')))
}

function useDisconnectText({ source }: Source): { verb: string; title: string } {
  const { i18n } = useLingui()
  if (source === 'picks') {
    return {
      verb: i18n._({ id: 'source.delete-picks', message: 'Delete my picks' }),
      title: i18n._({ id: 'source.delete-picks.title', message: 'Delete your picks?' }),
    }
  }
  const values = { source: sourceName(i18n, source) }
  // A file was never connected.
  if (fileSources.some((name) => name === source)) {
    return {
      verb: i18n._({ id: 'source.delete-import', message: 'Delete' }),
      title: i18n._({ id: 'source.delete-import.title', message: 'Delete {source}?', values }),
    }
  }
  return {
    verb: i18n._({ id: 'source.disconnect', message: 'Disconnect' }),
    title: i18n._({ id: 'source.disconnect.title', message: 'Disconnect {source}?', values }),
  }
}
