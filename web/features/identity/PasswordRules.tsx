import { useLingui } from '@lingui/react'
import { IconCircle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { passwordRules } from './identity.errors.ts'
import './PasswordRules.css'

export type PasswordRulesProps = { id: string; password: string; minLength: number; maxLength: number }

/** The rules of a password and which of them what is typed already meets. The upper bound is named when it is near. */
export function PasswordRules({ id, password, minLength, maxLength }: PasswordRulesProps) {
  const { i18n } = useLingui()
  const isTooLong = password.length > maxLength
  return (
    <ul id={id} className="wl-password-rules">
      <Rule state={password.length >= minLength ? 'met' : 'open'}>
        {i18n._({ ...passwordRules.min_length, values: { min: minLength } })}
      </Rule>
      {isTooLong && <Rule state="broken">{i18n._({ ...passwordRules.max_length, values: { max: maxLength } })}</Rule>}
    </ul>
  )
}

const icons = { met: IconCircleCheck, open: IconCircle, broken: IconCircleX }

function Rule({ state, children }: { state: keyof typeof icons; children: string }) {
  const { i18n } = useLingui()
  const Icon = icons[state]
  const words = {
    met: i18n._({ id: 'identity.rule.met', message: 'met' }),
    open: i18n._({ id: 'identity.rule.open', message: 'not met yet' }),
    broken: i18n._({ id: 'identity.rule.broken', message: 'broken' }),
  }
  return (
    <li data-state={state}>
      <Icon size={16} stroke={1.8} aria-hidden />
      {children}
      <span className="wl-hidden">({words[state]})</span>
    </li>
  )
}
