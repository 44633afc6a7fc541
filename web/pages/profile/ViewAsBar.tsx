import { useId, useState } from 'react'
import { useLingui } from '@lingui/react'
import { IconEye } from '@tabler/icons-react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { Uid } from '#contract/base/ids.ts'
import { profileCalls } from '#contract/profiles.ts'
import { PeopleField } from '#web/features/profiles/PeopleField.tsx'
import { useCall } from '#web/platform/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { SegmentedControl } from '#web/ui/inputs/SegmentedControl.ts'
import './ViewAsBar.css'

type PersonaChoice = 'everyone' | 'buddy' | 'person'

/** Shows and changes the persona that views the user's own profile. Load it lazily. */
export function ViewAsBar({ as }: { as: string }) {
  const { i18n } = useLingui()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const titleId = useId()
  const [isChoosing, setIsChoosing] = useState(false)
  const choice: PersonaChoice = isChoosing ? 'person' : as === 'everyone' || as === 'buddy' ? as : 'person'
  const check = (next: string) => {
    setIsChoosing(false)
    void navigate(`${pathname}?as=${encodeURIComponent(next)}`, { replace: true })
  }
  return (
    <section className="wl-card wl-seen-as" aria-labelledby={titleId}>
      <p id={titleId}>
        <IconEye size={20} stroke={1.8} aria-hidden />
        <span>
          {choice === 'person' && !isChoosing ? (
            <NamedPerson uid={as} />
          ) : (
            i18n._({ id: 'profile.seen-as', message: 'This is what others see' })
          )}
        </span>
      </p>
      <SegmentedControl<PersonaChoice>
        aria-label={i18n._({ id: 'profile.seen-as.whom', message: 'See your profile as' })}
        radius="xl"
        value={choice}
        onChange={(next) => (next === 'person' ? setIsChoosing(true) : check(next))}
        data={[
          { value: 'everyone', label: i18n._({ id: 'privacy.everyone', message: 'Everyone' }) },
          { value: 'buddy', label: i18n._({ id: 'profile.seen-as.buddy', message: 'A buddy' }) },
          { value: 'person', label: i18n._({ id: 'profile.seen-as.person', message: 'A person' }) },
        ]}
      />
      <Button component={Link} to={pathname} variant="default">
        {i18n._({ id: 'profile.seen-as.end', message: 'Back to your own view' })}
      </Button>
      {isChoosing && (
        <div className="wl-seen-as-who">
          <PeopleField
            scope={{ kind: 'all' }}
            initial=""
            label={i18n._({ id: 'profile.seen-as.choose', message: 'Whose view? Name or username' })}
            onSearch={() => undefined}
            onPick={(person) => check(person.uid)}
          />
        </div>
      )}
    </section>
  )
}

function NamedPerson({ uid }: { uid: Uid }) {
  const { i18n } = useLingui()
  const person = useCall(profileCalls.getProfile, { params: { uid } })
  if (!person.data) return i18n._({ id: 'profile.seen-as', message: 'This is what others see' })
  return i18n._({ id: 'profile.seen-as.named', message: 'This is what {name} sees', values: { name: person.data.name } })
}
