import { AppError } from '#contract/errors.ts'
import { limits as fieldLimits } from '#contract/limits.ts'
import { returnPathText } from '#contract/base/ids.ts'
import { freeText } from '#contract/base/text.ts'
import * as z from 'zod/mini'
import * as accounts from '../provider/account-commands.ts'
import { isChallenge } from '../provider/accounts.ts'
import { type Caller, type Command, type CommandDeps, type CommandResult, createCommandContext } from '../provider/commands.ts'
import * as methods from '../provider/sign-in-methods.ts'
import { createPasskeyEndpoints } from './passkey-endpoints.ts'
import { createSecondFactorEndpoints } from './second-factor-endpoints.ts'

const email = z.email().check(z.maxLength(254))
const password = z.string().check(z.maxLength(1_000))
const name = freeText({ max: fieldLimits.name.max })
const signedIn = z.object({ user: z.object({ id: z.string() }) })
/** Our codes have 43 characters. */
const code = z.string().check(z.minLength(1), z.maxLength(100))

/** An auth command with its address and the schema of its input. */
type Endpoint = { method: 'GET' | 'POST'; path: string; run: (body: unknown, caller: Caller) => Promise<CommandResult> }

function endpoint<S extends z.ZodMiniType>(method: 'GET' | 'POST', path: string, schema: S, run: Command<z.output<S>>): Endpoint {
  return { method, path, run: (body, caller) => run(parseInput(schema, body), caller) }
}

/** @throws AppError 'invalid_input' with the fields at fault */
export function parseInput<S extends z.ZodMiniType>(schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.map((issue) => ({ field: issue.path.join('.') || 'body', message: issue.message }))
  throw new AppError('invalid_input', {}, fields)
}

/** All endpoints under /identity besides the library's own. Endpoints that need email exist only where this installation can send it. */
export function createAuthEndpoints(deps: CommandDeps) {
  const context = createCommandContext(deps)
  const withEmail = [
    endpoint('POST', '/link/send', z.object({ email, return_to: returnPathText }), methods.sendSignInLink(context)),
    endpoint(
      'POST',
      '/link/complete',
      z.object({ code, email, other_device: z._default(z.boolean(), false) }),
      methods.completeSignInLink(context),
    ),
    endpoint('POST', '/password/forgot', z.object({ email }), accounts.forgotPassword(context)),
    endpoint('POST', '/password/reset', z.object({ code, password }), accounts.resetPassword(context)),
    endpoint('POST', '/email/verify/send', z.object({}), accounts.sendVerification(context)),
    endpoint('POST', '/email/verify', z.object({ code }), accounts.verifyEmail(context)),
    endpoint('POST', '/email/change', z.object({ email, password: z.optional(password) }), accounts.changeEmail(context)),
    endpoint('POST', '/email/change/confirm', z.object({ code }), accounts.confirmEmailChange(context)),
  ]
  const withSmtp = [
    endpoint('POST', '/sign-up/email', z.object({ email, password, name }), methods.startSignUp(context)),
    endpoint('POST', '/sign-up/confirm', z.object({ code, password: z.optional(password) }), methods.confirmSignUp(context)),
  ]

  return {
    endpoints: [
      endpoint('GET', '/account', z.object({}), accounts.getAccount(context)),
      endpoint('GET', '/accounts', z.object({}), accounts.listBrowserAccounts(context)),
      endpoint('POST', '/accounts/switch', z.object({ id: z.uuid() }), accounts.switchAccount(context)),
      endpoint('POST', '/custom-token', z.object({ token: code, verifier: code }), methods.signInWithCustomToken(context)),
      endpoint('POST', '/reauthenticate', z.object({ password }), methods.reauthenticate(context)),
      endpoint('POST', '/password/change', z.object({ current: password, next: password }), accounts.changePassword(context)),
      ...(deps.mailer.isAvailable ? withEmail : []),
      ...(deps.mailer.isReal ? withSmtp : []),
    ],

    /** The endpoints where another provider replaces the built-in one and accepts custom tokens. */
    exchange: [endpoint('POST', '/custom-token/exchange', z.object({ token: code, verifier: code }), methods.exchangeCustomToken(context))],

    /**
     * Signs in by password through the library (`send`) and counts the attempt. On success the account's earlier sign-in at this
     * browser ends.
     * @throws AppError 'rate_limited'
     */
    async signIn(address: string, caller: Caller, send: () => Promise<Response>): Promise<{ response: Response; cookies: string[] }> {
      await deps.accounts.inBrowser.assertRoom(caller.headers)
      await context.countPasswordAttempt(address, caller)
      const previous = await deps.accounts.currentSession(caller.headers)
      const response = await send()
      if (!response.ok) return { response, cookies: [] }
      const body: unknown = await response.clone().json()
      // The right password alone does not make a device known: its attempts are still counted with those of strangers.
      if (isChallenge(body)) return { response, cookies: [] }
      await deps.accounts.inBrowser.endPrevious(previous, signedIn.parse(body).user.id, caller.headers)
      return { response, cookies: [await context.rememberDevice(address, caller)] }
    },

    ...createSecondFactorEndpoints(context),
    ...createPasskeyEndpoints(context),

    /** @throws AppError 'too_many_accounts' */
    assertRoom: (caller: Caller): Promise<void> => deps.accounts.inBrowser.assertRoom(caller.headers),

    /** The cookie of a device on which an account was just created. */
    rememberDevice: context.rememberDevice,
  }
}
