import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import type { PersonCard } from '#contract/people.ts'
import { shortName } from '#web/ui/short-name.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'

/** Shown when a person hides their buddies. */
export function BuddiesHidden({ person }: { person: PersonCard }) {
  const { i18n } = useLingui()
  return (
    <>
      <PageHeader title={person.name} />
      <EmptyState
        action={
          <Button component={Link} to="/find-people" variant="default">
            {i18n._({ id: 'find-people.title', message: 'Find people' })}
          </Button>
        }
      >
        {i18n._({
          id: 'profile.buddies.hidden',
          message: '{name}’s buddies are private.',
          values: { name: shortName(person) },
        })}
      </EmptyState>
    </>
  )
}
