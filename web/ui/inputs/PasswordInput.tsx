import { useLingui } from '@lingui/react'
import { PasswordInput as MantinePasswordInput, type PasswordInputProps } from '@mantine/core'
import '@mantine/core/styles/Loader.layer.css'
import '@mantine/core/styles/ActionIcon.layer.css'
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'
import './fields.css'

/** Mantine's password field. The button that shows the text has a translated label and is reached by keyboard. */
export function PasswordInput({ visibilityToggleButtonProps, ...props }: PasswordInputProps) {
  const { i18n } = useLingui()
  return (
    <MantinePasswordInput
      visibilityToggleFocusable
      visibilityToggleButtonProps={{
        'aria-label': i18n._({ id: 'identity.password.show', message: 'Show the password' }),
        ...visibilityToggleButtonProps,
      }}
      {...props}
    />
  )
}
