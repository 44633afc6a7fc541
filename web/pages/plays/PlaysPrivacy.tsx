import { useLingui } from '@lingui/react'
import { playCalls } from '#contract/taste/plays.ts'
import { ItemName } from '#web/features/media/items/ItemName.tsx'
import { useCall } from '#web/platform/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { SectionHeader } from '#web/ui/SectionHeader.tsx'
import { useNow } from '#web/ui/text/use-now.ts'
import { setPrivateSession, showItem } from './plays.commands.ts'
import { timeText } from './plays.messages.ts'

const HOURS = [1, 6, 24] as const

/** The private session, and the items that the user hides from their plays. */
export function PlaysPrivacy() {
  const { i18n } = useLingui()
  const { data } = useCall(playCalls.getPlaySettings)
  const now = useNow()
  if (!data) return null
  const { private_until: until, hidden } = data
  const isPrivate = until !== null && Date.parse(until) > now
  return (
    <section className="wl-card wl-plays-card">
      <SectionHeader title={i18n._({ id: 'plays.private', message: 'Private session' })} />
      <output className="wl-muted">
        {isPrivate
          ? i18n._({
              id: 'plays.private.on',
              message: 'On until {time}. What you play until then isn’t counted.',
              values: { time: timeText(i18n.locale, until) },
            })
          : i18n._({ id: 'plays.private.text', message: 'While it is on, what you play on your accounts isn’t counted here.' })}
      </output>
      <div className="wl-plays-actions">
        {isPrivate ? (
          <Button variant="default" onClick={() => void setPrivateSession(0)}>
            {i18n._({ id: 'plays.private.end', message: 'End the private session' })}
          </Button>
        ) : (
          HOURS.map((hours) => (
            <Button key={hours} variant="default" onClick={() => void setPrivateSession(hours)}>
              {i18n._({
                id: 'plays.private.start',
                message: '{hours, plural, one {For # hour} other {For # hours}}',
                values: { hours },
              })}
            </Button>
          ))
        )}
      </div>
      {hidden.length > 0 && (
        <>
          <h3>{i18n._({ id: 'plays.hidden', message: 'Hidden from your plays' })}</h3>
          <ul className="wl-plays-list">
            {hidden.map((item) => (
              <li key={item.id}>
                <span className="wl-plays-text">
                  <strong className="wl-line">
                    <ItemName item={item} />
                  </strong>
                </span>
                <Button
                  variant="default"
                  size="sm"
                  aria-label={i18n._({ id: 'plays.hidden.show-name', message: 'Show {name} again', values: { name: item.name } })}
                  onClick={() => void showItem(item.id)}
                >
                  {i18n._({ id: 'plays.hidden.show', message: 'Show again' })}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
