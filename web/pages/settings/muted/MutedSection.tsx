import { useLingui } from '@lingui/react'
import { connectionCalls } from '#contract/connections.ts'
import type { PersonCard } from '#contract/people.ts'
import { connectionCommands } from '#web/features/connections/connections.commands.ts'
import { unmute } from '#web/features/connections/mutes.ts'
import { PersonRow } from '#web/features/profiles/PersonRow.tsx'
import { refreshCall, useCall } from '#web/platform/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { Loaded, SettingsCard } from '../SettingsCard.tsx'

/** Muted and blocked people, with buttons to undo. */
export function MutedSection() {
  const { i18n } = useLingui()
  const lists = useCall(connectionCalls.getMutedAndBlocked)
  return (
    <SettingsCard title={i18n._({ id: 'settings.muted', message: 'Muted and blocked' })}>
      <Loaded query={lists} rows={2}>
        {({ muted, blocked }) => (
          <>
            {muted.length + blocked.length === 0 && (
              <p className="wl-muted">
                {i18n._({ id: 'settings.muted.none', message: 'Nobody. You can mute or block people on their profile.' })}
              </p>
            )}
            <People
              title={i18n._({ id: 'settings.muted.muted', message: 'Muted' })}
              people={muted}
              act={i18n._({ id: 'connections.unmute', message: 'Unmute' })}
              onAct={(person) => void unmute(person)}
            />
            <People
              title={i18n._({ id: 'settings.muted.blocked', message: 'Blocked' })}
              people={blocked}
              act={i18n._({ id: 'connections.unblock', message: 'Unblock' })}
              onAct={(person) => void connectionCommands.unblock(person).then(() => refreshCall(connectionCalls.getMutedAndBlocked))}
            />
          </>
        )}
      </Loaded>
    </SettingsCard>
  )
}

type PeopleProps = { title: string; people: readonly PersonCard[]; act: string; onAct: (person: PersonCard) => void }

function People({ title, people, act, onAct }: PeopleProps) {
  if (people.length === 0) return null
  return (
    <>
      <h3 className="wl-settings-subtitle">{title}</h3>
      <ul className="wl-people">
        {people.map((person) => (
          <PersonRow
            key={person.uid}
            person={person}
            actions={
              <Button variant="default" aria-label={`${act}: ${person.name}`} onClick={() => onAct(person)}>
                {act}
              </Button>
            }
          />
        ))}
      </ul>
    </>
  )
}
