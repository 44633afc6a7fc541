import { useLingui } from '@lingui/react'
import { useState, type FormEvent } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { FormMessage } from '#web/ui/inputs/FormMessage.tsx'
import { TextInput } from '#web/ui/inputs/TextInput.ts'
import { emailProblem } from '../identity.words.ts'
import { LookAtYourMail } from './LookAtYourMail.tsx'
import { useAct } from './use-command.ts'

export type MailFormProps = {
  /** What the mail is for, in a sentence. */
  children: string
  /** The verb on the button. */
  button: string
  /** @throws IdentityError */
  send: (email: string) => Promise<unknown>
  onBack: () => void
}

/** Asks for an address and sends a link there. The answer is the same whether the address is known or not. */
export function MailForm({ children, button, send, onBack }: MailFormProps) {
  const { i18n } = useLingui()
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { isBusy, refusal, act, forget } = useAct()

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const wrong = emailProblem(i18n, email)
    setProblem(wrong)
    if (!wrong && (await act(() => send(email.trim())))) setSentTo(email.trim())
  }

  if (sentTo !== null) return <LookAtYourMail email={sentTo} onBack={onBack} />
  return (
    <form className="wl-form" onSubmit={(event) => void handleSubmit(event)} noValidate>
      <p className="wl-muted">{children}</p>
      <TextInput
        name="email"
        type="email"
        autoComplete="username"
        label={i18n._({ id: 'identity.email', message: 'E-mail' })}
        value={email}
        error={problem ?? (refusal?.field === 'email' ? refusal.sentence : null)}
        onChange={(event) => {
          setEmail(event.currentTarget.value)
          setProblem(null)
          forget()
        }}
      />
      <FormMessage>{refusal?.field === 'email' ? null : refusal?.sentence}</FormMessage>
      <Button type="submit" size="lg" fullWidth loading={isBusy}>
        {button}
      </Button>
      <Button variant="subtle" onClick={onBack}>
        {i18n._({ id: 'identity.other-way', message: 'Another way to sign in' })}
      </Button>
    </form>
  )
}
