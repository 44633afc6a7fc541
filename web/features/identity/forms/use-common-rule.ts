import { useEffect, useState } from 'react'
import { commonPasswordCalls, isOwnName, splitPasswordHash } from '#contract/identity/common-passwords.ts'
import { callQuery, queryClient } from '#web/platform/query.ts'

const DEBOUNCE_MS = 300

export type RuleState = 'met' | 'open' | 'broken'

/**
 * Whether a password is common. Keeps the last result while the next one loads; stays open while the password is too short, and
 * when the server can't be reached or the page isn't in a secure context: the server checks again at sign-up.
 */
export function useCommonRule(password: string, { minLength, email }: { minLength: number; email: string }): RuleState {
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
