import { useLingui } from '@lingui/react'
import type { PersonCard } from '#contract/people.ts'
import { Button } from '#web/ui/Button.tsx'
import { connectionActs } from './connections.acts.ts'

/** Takes the viewer's own request back at once; for places where the word itself says what happens. */
export function WithdrawButton({ person }: { person: PersonCard }) {
  const { i18n } = useLingui()
  return (
    <Button
      variant="outline"
      aria-label={i18n._({ id: 'connections.withdraw.to', message: 'Withdraw the request to {name}', values: { name: person.name } })}
      onClick={() => void connectionActs.withdraw(person)}
    >
      {i18n._({ id: 'connections.withdraw', message: 'Withdraw' })}
    </Button>
  )
}
