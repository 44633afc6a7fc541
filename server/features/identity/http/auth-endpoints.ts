import { AppError } from '#contract/errors.ts'
import { limits as fieldLimits } from '#contract/limits.ts'
import { returnPathText } from '#contract/base/ids.ts'
import { freeText } from '#contract/base/text.ts'
import * as z from 'zod/mini'
import { createAccountActs } from '../provider/account-commands.ts'
import { type Act, type ActAnswer, type ActsDeps, type Caller, createActKit } from '../provider/commands.ts'
import { createWays } from '../provider/sign-in-methods.ts'

const email = z.email().check(z.maxLength(254))
const password = z.string().check(z.maxLength(1_000))
const name = freeText({ max: fieldLimits.name.max })
/** Ours are 43 letters; anything longer is not one. */
const code = z.string().check(z.minLength(1), z.maxLength(100))

/** An act of ours at the door, with what it takes. */
type Entry = { method: 'GET' | 'POST'; path: string; run: (body: unknown, caller: Caller) => Promise<ActAnswer> }

function entry<S extends z.ZodMiniType>(method: 'GET' | 'POST', path: string, schema: S, act: Act<z.output<S>>): Entry {
  return { method, path, run: (body, caller) => act(parse(schema, body), caller) }
}

function parse<S extends z.ZodMiniType>(schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.map((issue) => ({ field: issue.path.join('.') || 'body', message: issue.message }))
  throw new AppError('invalid_input', {}, fields)
}

/**
 * Everything that can be done at /identity besides the library's own endpoints.
 * Which acts there are follows what this installation can do: without mail, none that needs one exists.
 */
export function createDoor(deps: ActsDeps) {
  const kit = createActKit(deps)
  const ways = createWays(deps, kit)
  const account = createAccountActs(deps, kit)
  const byMail = [
    entry('POST', '/link/send', z.object({ email, return_to: returnPathText }), ways.sendLink),
    entry('POST', '/link/complete', z.object({ code, email, other_device: z._default(z.boolean(), false) }), ways.completeLink),
    entry('POST', '/password/forgot', z.object({ email }), account.forgotPassword),
    entry('POST', '/password/reset', z.object({ code, password }), account.resetPassword),
    entry('POST', '/email/verify/send', z.object({}), account.sendVerification),
    entry('POST', '/email/verify', z.object({ code }), account.verifyEmail),
    entry('POST', '/email/change', z.object({ email, password: z.optional(password) }), account.changeEmail),
    entry('POST', '/email/change/confirm', z.object({ code }), account.confirmEmailChange),
  ]
  const byRealMail = [
    entry('POST', '/sign-up/email', z.object({ email, password, name }), ways.beginSignUp),
    entry('POST', '/sign-up/confirm', z.object({ code, password: z.optional(password) }), ways.confirmSignUp),
  ]

  return {
    entries: [
      entry('GET', '/account', z.object({}), account.lookup),
      entry('POST', '/custom-token', z.object({ token: code, verifier: code }), ways.enterByToken),
      entry('POST', '/reauthenticate', z.object({ password }), ways.reauthenticate),
      entry('POST', '/password/change', z.object({ current: password, next: password }), account.changePassword),
      ...(deps.mailer.isOffered ? byMail : []),
      ...(deps.mailer.isReal ? byRealMail : []),
    ],

    /**
     * Lets the library sign in by password, counted by account; then the sign-in that was at this browser before ends.
     * @throws AppError 'rate_limited'
     */
    async signIn(address: string, caller: Caller, ask: () => Promise<Response>): Promise<{ answer: Response; cookies: string[] }> {
      await kit.guess(address, caller)
      const before = await deps.accounts.present(caller.headers)
      const answer = await ask()
      if (!answer.ok) return { answer, cookies: [] }
      if (before) await deps.accounts.end(before.account.subject, { only: before.session.id })
      return { answer, cookies: [await kit.remember(address, caller)] }
    },

    /** The cookie that lets a device know an account that was just made on it. */
    remember: kit.remember,
  }
}
