import { useLingui } from '@lingui/react'
import { IconCircle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { Capabilities } from '#contract/identity/identity.ts'
import { passwordRules } from '../provider/identity.errors.ts'
import type { PasswordRule } from '../provider/identity.provider.ts'
import { identityMethods } from '../session.ts'
import './PasswordRules.css'
import { commonPasswordCalls, isOwnName, splitPasswordHash } from '#contract/identity/common-passwords.ts'
import { callQuery, queryClient } from '#web/platform/query.ts'

export type PasswordRulesProps = {
  id: string
  password: string
  policy: Capabilities['identity']['password']
  /** The email address of the account, which a password must not consist of; omitted when the page doesn't know it. */
  email?: string | undefined
}

/** The password rules and which ones the typed text meets. The maximum length appears only near the limit. */
export function PasswordRules({ id, password, policy, email = '' }: PasswordRulesProps) {
  const { i18n } = useLingui()
  const { min_length: minLength, max_length: maxLength } = policy
  const isTooLong = password.length > maxLength
  const { required, missing } = useKindRules(password)
  return (
    <ul id={id} className="wl-password-rules">
      <Rule state={password.length >= minLength ? 'met' : 'open'}>
        {i18n._({ ...passwordRules.min_length, values: { min: minLength } })}
      </Rule>
      {required.map((rule) => (
        <Rule key={rule} state={missing.includes(rule) ? 'open' : 'met'}>
          {i18n._(passwordRules[rule])}
        </Rule>
      ))}
      {policy.refuses_common && <CommonRule password={password} minLength={minLength} email={email} />}
      {isTooLong && <Rule state="broken">{i18n._({ ...passwordRules.max_length, values: { max: maxLength } })}</Rule>}
    </ul>
  )
}

function CommonRule({ password, ...account }: { password: string; minLength: number; email: string }) {
  const { i18n } = useLingui()
  return <Rule state={useCommonRule(password, account)}>{i18n._(passwordRules.uncommon)}</Rule>
}

const kinds = ['lowercase', 'uppercase', 'digit', 'symbol'] as const satisfies readonly PasswordRule[]
type KindRule = (typeof kinds)[number]

/** The required character classes, and which are missing. An empty password misses all of them. */
function useKindRules(password: string): { required: readonly KindRule[]; missing: readonly PasswordRule[] } {
  const [required, setRequired] = useState<readonly KindRule[]>([])
  const [missing, setMissing] = useState<readonly PasswordRule[]>(kinds)
  useEffect(() => {
    // Without a response no rules are shown; the provider repeats them with its error.
    const request = identityMethods().then((methods) => methods.checkPassword(''))
    request.then(({ missing: all }) => setRequired(kinds.filter((kind) => all.includes(kind)))).catch(() => undefined)
  }, [])
  useEffect(() => {
    let isCurrent = true
    const request = identityMethods().then((methods) => methods.checkPassword(password))
    request.then(({ missing: broken }) => isCurrent && setMissing(broken)).catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [password])
  return { required, missing }
}

const icons = { met: IconCircleCheck, open: IconCircle, broken: IconCircleX }

function Rule({ state, children }: { state: RuleState; children: string }) {
  const { i18n } = useLingui()
  const Icon = icons[state]
  const labels = {
    met: i18n._({ id: 'identity.rule.met', message: 'met' }),
    open: i18n._({ id: 'identity.rule.open', message: 'not met yet' }),
    broken: i18n._({ id: 'identity.rule.broken', message: 'not met' }),
  }
  return (
    <li data-state={state}>
      <Icon size={16} stroke={1.8} aria-hidden />
      {children}
      <span className="wl-hidden">({labels[state]})</span>
    </li>
  )
}

const DEBOUNCE_MS = 300

type RuleState = 'met' | 'open' | 'broken'

/**
 * Whether a password is common. Keeps the last result while the next one loads; stays open while the password is too short, and
 * when the server can't be reached or the page isn't in a secure context: the server checks again at sign-up.
 */
function useCommonRule(password: string, { minLength, email }: { minLength: number; email: string }): RuleState {
  const [result, setResult] = useState<RuleState>('open')
  const isLongEnough = password.length >= minLength
  const isOwn = isLongEnough && isOwnName(password, email)
  useEffect(() => {
    if (!isLongEnough || isOwn) return undefined
    let isCurrent = true
    const check = async () => {
      const state = await isCommon(password).then(
        (common) => (common ? 'broken' : 'met'),
        () => 'open' as const,
      )
      if (isCurrent) setResult(state)
    }
    const timer = setTimeout(() => void check(), DEBOUNCE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [password, isLongEnough, isOwn])
  if (isOwn) return 'broken'
  return isLongEnough ? result : 'open'
}

async function isCommon(password: string): Promise<boolean> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(password.toLowerCase()))
  const hash = [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const { prefix, suffix } = splitPasswordHash(hash)
  const query = callQuery(commonPasswordCalls.getCommonPasswords, { params: { prefix } }, { staleMs: Number.POSITIVE_INFINITY })
  return (await queryClient.fetchQuery(query)).suffixes.includes(suffix)
}
