import { useLingui } from '@lingui/react'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { IdentityUser } from '../provider/identity.provider.ts'
import { emailProblem, identityProblem } from '../identity.messages.ts'

export type Credentials = { email: string; password: string }
export type IdentityFormOptions = {
  passwordProblem: (password: string) => string | null | Promise<string | null>
  /** @throws IdentityError */
  send: (credentials: Credentials) => Promise<IdentityUser | null>
  onDone: () => void
  /** An email with a link was sent instead of a sign-in. */
  onEmailSent?: (email: string) => void
}

/** An email and password form. Errors appear under their field; `general` belongs to none. */
export function useIdentityForm({ passwordProblem, send, onDone, onEmailSent }: IdentityFormOptions) {
  const { i18n } = useLingui()
  const [general, setGeneral] = useState<string | null>(null)
  const [isSending, setIsSending] = useState(false)
  const form = useForm<Credentials>({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: { email: (email) => emailProblem(i18n, email), password: passwordProblem },
    onValuesChange: () => setGeneral(null),
  })

  function showError(error: unknown) {
    const { field, sentence } = identityProblem(i18n, error)
    if (!field) return setGeneral(sentence)
    form.setFieldError(field, sentence)
    form.getInputNode(field)?.focus()
  }

  async function submit(credentials: Credentials) {
    setIsSending(true)
    try {
      const email = credentials.email.trim()
      if (await send({ email, password: credentials.password })) onDone()
      else onEmailSent?.(email)
    } catch (error) {
      showError(error)
    } finally {
      setIsSending(false)
    }
  }

  const handleSubmit = form.onSubmit(
    (credentials) => void submit(credentials),
    (errors) => form.getInputNode(errors['email'] ? 'email' : 'password')?.focus(),
  )
  return { form, general, isSending, handleSubmit }
}
