import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { tasteTimeCalls, type TasteChange } from '#contract/taste/taste-time.ts'
import { useCall } from '#web/platform/query.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { SectionHeader } from '#web/ui/SectionHeader.tsx'
import { broughtText, changedText } from './taste-time.messages.ts'

/** Buddies who changed what the viewer plays, and those whom the viewer changed. Nothing while it loads or fails: the page is complete without it. */
export function Changes() {
  const { i18n } = useLingui()
  const { data } = useCall(tasteTimeCalls.getTasteChanges, {})
  if (!data) return null
  return (
    <>
      <People
        title={i18n._({ id: 'time.changed-you', message: 'People who changed you' })}
        changes={data.changed_you}
        textOf={(change) => broughtText(i18n, change)}
      />
      <People
        title={i18n._({ id: 'time.you-changed', message: 'People you changed' })}
        changes={data.you_changed}
        textOf={(change) => changedText(i18n, change)}
      />
    </>
  )
}

type PeopleProps = { title: string; changes: readonly TasteChange[]; textOf: (change: TasteChange) => string }

function People({ title, changes, textOf }: PeopleProps) {
  const { i18n } = useLingui()
  const percent = new Intl.NumberFormat(i18n.locale, { style: 'percent', signDisplay: 'always' })
  if (changes.length === 0) return null
  return (
    <section className="wl-card wl-plays-card" aria-label={title}>
      <SectionHeader title={title} />
      <ul className="wl-plays-list">
        {changes.map((change) => (
          <li key={change.person.uid}>
            <Avatar person={change.person} size={40} />
            <span className="wl-plays-text">
              <Link className="wl-item-name" to={`/view-connection/${change.person.uid}`}>
                <strong className="wl-line">{change.person.name}</strong>
              </Link>
              <span className="wl-dim wl-small">{textOf(change)}</span>
            </span>
            <strong className="wl-time-points">{percent.format(change.points / 100)}</strong>
          </li>
        ))}
      </ul>
      <p className="wl-dim wl-small">{i18n._({ id: 'time.changed.scale', message: 'Share of the plays of the last 12 months.' })}</p>
    </section>
  )
}
