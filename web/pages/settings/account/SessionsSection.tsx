import { useLingui } from '@lingui/react'
import { useNavigate } from 'react-router'
import type { IdentitySession } from '#web/features/identity/provider/identity.provider.ts'
import { endSession, identityMethods } from '#web/features/identity/session.ts'
import { useSessions } from '#web/features/identity/use-account.ts'
import { useCommand } from '#web/features/identity/forms/use-command.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormMessage } from '#web/ui/inputs/FormMessage.tsx'
import { consumeReturnPath } from '#web/features/identity/return-path.ts'
import { AccountGate } from './AccountGate.tsx'
import { SettingsCard, SettingsRow, SettingsSkeleton } from '../SettingsCard.tsx'

/** Active sessions, with buttons to end them. */
export function SessionsSection() {
  const { i18n } = useLingui()
  return (
    <SettingsCard title={i18n._({ id: 'settings.sessions', message: 'Where you’re signed in' })}>
      <AccountGate needs="list_sessions">
        <Sessions />
      </AccountGate>
      <Everywhere />
    </SettingsCard>
  )
}

function Sessions() {
  const { i18n } = useLingui()
  const sessions = useSessions()
  const { isBusy, problem, run } = useCommand()
  if (sessions.isError) {
    return <FormMessage>{i18n._({ id: 'settings.sessions.failed', message: 'Couldn’t load where you’re signed in.' })}</FormMessage>
  }
  if (!sessions.data) return <SettingsSkeleton rows={2} />

  async function end(which: { id: string } | { others: true }) {
    await run(async () => (await identityMethods()).revokeSessions(which))
    await sessions.refetch()
  }

  return (
    <>
      {sessions.data.map((session) => (
        <SessionRow key={session.id} session={session} isBusy={isBusy} onEnd={() => void end({ id: session.id })} />
      ))}
      <FormMessage>{problem?.sentence}</FormMessage>
      {sessions.data.some(({ current }) => !current) && (
        <SettingsRow label={i18n._({ id: 'settings.sessions.others', message: 'All but this browser' })}>
          <Button variant="default" loading={isBusy} onClick={() => void end({ others: true })}>
            {i18n._({ id: 'settings.sessions.end-others', message: 'Log out all others' })}
          </Button>
        </SettingsRow>
      )}
    </>
  )
}

type SessionRowProps = { session: IdentitySession; isBusy: boolean; onEnd: () => void }

function SessionRow({ session: { browser, system, createdAt, lastSeenAt, current }, isBusy, onEnd }: SessionRowProps) {
  const { i18n } = useLingui()
  const name =
    [browser, system].filter((part) => part !== null).join(' · ') || i18n._({ id: 'settings.session.unknown', message: 'Unknown browser' })
  const timeOf = (date: Date) => i18n.date(date, { dateStyle: 'medium', timeStyle: 'short' })
  const seen = i18n._({ id: 'settings.session.seen', message: 'Last seen {when}', values: { when: timeOf(lastSeenAt) } })
  const since = i18n._({ id: 'settings.session.since', message: 'Signed in {when}', values: { when: timeOf(createdAt) } })
  const here = i18n._({ id: 'settings.session.here', message: 'This browser' })
  return (
    <SettingsRow label={name} hint={`${current ? here : seen} · ${since}`}>
      {!current && (
        <Button
          variant="default"
          loading={isBusy}
          onClick={onEnd}
          aria-label={i18n._({ id: 'settings.session.end', message: 'Log out {name}', values: { name } })}
        >
          {i18n._({ id: 'settings.session.end-short', message: 'Log out' })}
        </Button>
      )}
    </SettingsRow>
  )
}

function Everywhere() {
  const { i18n } = useLingui()
  const navigate = useNavigate()
  const { isBusy, problem, run } = useCommand()

  async function endAll() {
    if (!(await run(async () => endSession((await identityMethods()).revokeSessions)))) return
    // An intentional sign-out leaves no return path.
    consumeReturnPath()
    void navigate('/')
  }

  return (
    <>
      <SettingsRow
        label={i18n._({ id: 'settings.sessions.all', message: 'Everywhere' })}
        hint={i18n._({ id: 'settings.sessions.all.hint', message: 'Logs you out everywhere, including here.' })}
      >
        <Button variant="danger" loading={isBusy} onClick={() => void endAll()}>
          {i18n._({ id: 'settings.sessions.end-all', message: 'Log out everywhere' })}
        </Button>
      </SettingsRow>
      <FormMessage>{problem?.sentence}</FormMessage>
    </>
  )
}
