import * as z from 'zod/mini'
import { notify } from '../provider/account-commands.ts'
import type { Caller, CommandContext } from '../provider/commands.ts'
import { withoutActiveAccount } from '../provider/browser-accounts.ts'
import { recoveryCode } from '../provider/second-factor.ts'

const password = z.string().check(z.maxLength(1_000))
const fields = {
  code: z.string().check(z.maxLength(50)),
  trust_browser: z._default(z.boolean(), false),
  /** True: the code completes a sign-in, although another account may be active in the browser. */
  sign_in: z._default(z.boolean(), false),
}
const answer = z.object({ user: z.object({ id: z.string(), email: z.string() }) })

export const SECOND_FACTOR_DISABLE = '/two-factor/disable'
const RECOVERY = '/two-factor/verify-backup-code'

/** The library's endpoints of the second factor, with our input. */
export const secondFactorEndpoints = [
  { method: 'POST', path: '/two-factor/enable', body: z.object({ password }) },
  { method: 'POST', path: '/two-factor/generate-backup-codes', body: z.object({ password }) },
  { method: 'POST', path: SECOND_FACTOR_DISABLE, body: z.object({ password }) },
  {
    method: 'POST',
    path: '/two-factor/verify-totp',
    body: z.pipe(
      z.object(fields),
      z.transform(({ code, trust_browser: trustDevice, sign_in: isSignIn }) => ({
        isSignIn,
        code: code.replaceAll(/\D/g, ''),
        trustDevice,
      })),
    ),
  },
  {
    method: 'POST',
    path: RECOVERY,
    body: z.pipe(
      z.object(fields),
      z.transform(({ code, trust_browser: trustDevice, sign_in: isSignIn }) => ({ isSignIn, code: recoveryCode(code), trustDevice })),
    ),
  },
] as const

/** The parsed body of a request with a code. */
const proof = z.looseObject({ isSignIn: z.boolean() })

type Sent = { response: Response; cookies: string[] }
type Send = () => Promise<Response>

/** Our additions to the library's two-step endpoints: counts, notices, and the known device. */
export function createSecondFactorEndpoints(context: CommandContext) {
  const { accounts } = context

  return {
    /** A request with the user's password. @throws AppError 'rate_limited', 'unauthenticated' */
    async changeSecondFactor(path: string, caller: Caller, send: Send): Promise<Sent> {
      const { account } = await context.requireSession(caller)
      await context.countPasswordAttempt(account.email, caller)
      const response = await send()
      if (!response.ok) return { response, cookies: [] }
      if (path === SECOND_FACTOR_DISABLE) {
        await accounts.removeSecondFactor(account.subject)
        notify(context, account, caller, (emails) => emails.secondFactorOff())
      }
      return { response, cookies: [await context.rememberDevice(account.email, caller)] }
    },

    /** A request with a code: it completes a sign-in, or proves a new app when its user is signed in. */
    async proveSecondFactor(
      path: string,
      body: unknown,
      caller: Caller,
      sendAs: (body: unknown, caller: Caller) => Promise<Response>,
    ): Promise<Sent> {
      const { isSignIn, ...sent } = proof.parse(body)
      const active = await accounts.currentSession(caller.headers)
      const current = isSignIn ? null : active
      const wasOn = current !== null && (await accounts.hasSecondFactor(current.account.subject))
      const response = await sendAs(sent, current ? caller : { ...caller, headers: withoutActiveAccount(caller.headers) })
      if (!response.ok) return { response, cookies: [] }
      if (current) {
        if (!wasOn) notify(context, current.account, caller, (emails) => emails.secondFactorOn())
        return { response, cookies: [] }
      }
      const { user } = answer.parse(await response.clone().json())
      await accounts.inBrowser.endPrevious(active, user.id, caller.headers)
      const account = await accounts.bySubject(user.id)
      if (account && path === RECOVERY) {
        const left = await accounts.recoveryCodesLeft(account.subject)
        notify(context, account, caller, (emails) => emails.recoveryCodeUsed(left ?? 0))
      }
      return { response, cookies: [await context.rememberDevice(user.email, caller)] }
    },
  }
}
