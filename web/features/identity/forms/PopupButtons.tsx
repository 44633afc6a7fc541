import { useLingui } from '@lingui/react'
import { Button } from '#web/ui/Button.tsx'
import { FormMessage } from '#web/ui/inputs/FormMessage.tsx'
import { useIdentityMethods } from '../use-identity-methods.ts'
import { useCommand } from './use-command.ts'

export type PopupButtonsProps = { among: readonly { id: string; name: string }[]; onDone: () => void }

/** One button per external provider; each signs in with a popup. */
export function PopupButtons({ among, onDone }: PopupButtonsProps) {
  const { i18n } = useLingui()
  const { isBusy, problem, run } = useCommand()
  const withMethods = useIdentityMethods()

  async function open(id: string) {
    // The popup must open inside the click: `run` calls this synchronously.
    if (await run(() => withMethods((methods) => methods.signInWithPopup(id)))) onDone()
  }

  return (
    <>
      {among.map(({ id, name }) => (
        <Button key={id} variant="default" size="lg" fullWidth loading={isBusy} onClick={() => void open(id)}>
          {i18n._({ id: 'identity.popup', message: 'Continue with {name}', values: { name } })}
        </Button>
      ))}
      <FormMessage>{problem?.sentence}</FormMessage>
    </>
  )
}
