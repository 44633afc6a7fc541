import { AppError } from '#contract/errors.ts'
import { timings } from '#contract/limits.ts'
import type { Letter } from '#server/platform/mail/letter.ts'
import { normalEmail } from './accounts.ts'
import { type Act, type ActKit, type ActsDeps, type Caller, presentAccount } from './commands.ts'
import type { Account } from './builtin.store.ts'
import type { CodePurpose } from './codes.store.ts'
import { type lettersIn, linkTo } from '../emails/auth-emails.ts'
import { assertPolicy } from './passwords.ts'

type Letters = ReturnType<typeof lettersIn>

/**
 * What people do with their account at the built-in provider: password and address.
 * A link proves who holds a mailbox. Where that alone would let somebody change another's account (an address that is
 * confirmed), the one who presses the button must be signed in as that account too.
 */
export function createAccountActs(deps: ActsDeps, kit: ActKit) {
  const { accounts, codes, mailer, passwords, background, clock, origin } = deps
  const goodUntil = () => new Date(clock.now().getTime() + timings.mailLinkMs)

  /** Tells the person what was done to their account; that it was done does not hang on it. */
  const tell = (account: Account, caller: Caller, choose: (letters: Letters) => Letter) =>
    mailer.isOffered &&
    background.run('a notice could not be sent', async () =>
      mailer.send({ ...choose(await kit.lettersFor(account, caller)), to: account.email }),
    )

  /** Whether there is such an account is told by mail alone. */
  const forgotPassword: Act<{ email: string }> = async ({ email }, caller) => {
    await kit.ask(email, caller)
    background.run('a password link could not be sent', async () => {
      const account = await accounts.with(email)
      if (!account) return
      const { subject, email: to } = account
      const { code } = await codes.issue({ purpose: 'reset-password', lifeMs: timings.mailLinkMs, subject, email: to })
      const letters = await kit.lettersFor(account, caller)
      await mailer.send({ ...letters.resetPassword(linkTo(origin, 'reset-password', code)), to, goodUntil: goodUntil() })
    })
    return { body: {}, cookies: [] }
  }

  const resetPassword: Act<{ code: string; password: string }> = async ({ code, password }, caller) => {
    await kit.hand(caller)
    const found = await codes.look(code, 'reset-password')
    if (!found?.email) throw new AppError('link_invalid')
    await assertPolicy(password, found.email)
    // Before the link is used up: hashing can be refused when too many wait, and then the link must still be good.
    const hash = await passwords.hash(password)
    const taken = await codes.take(code, 'reset-password')
    const account = taken?.subject ? await accounts.of(taken.subject) : null
    if (!account || account.email !== taken?.email) throw new AppError('link_invalid', { reason: 'used' })
    await accounts.prove(account)
    await accounts.setPasswordHash(account.subject, hash)
    await codes.forgetOf(account.subject)
    await deps.revokeAll(account.subject)
    tell(account, caller, (letters) => letters.passwordChanged(origin))
    return { body: {}, cookies: [] }
  }

  const changePassword: Act<{ current: string; next: string }> = async ({ current, next }, caller) => {
    const { account, session } = await kit.mustBeHere(caller)
    await assertPolicy(next, account.email)
    await assertPassword(account, current, caller)
    await accounts.setPasswordHash(account.subject, await passwords.hash(next))
    await codes.forgetOf(account.subject)
    await accounts.end(account.subject, { except: session.id })
    tell(account, caller, (letters) => letters.passwordChanged(origin))
    return kit.signIn(account, caller)
  }

  /** @throws AppError 'invalid_credentials' also for an account that has no password */
  async function assertPassword({ subject, email }: Account, password: string, caller: Caller): Promise<void> {
    await kit.guess(email, caller)
    const hash = await accounts.passwordHashOf(subject)
    if (!hash || !(await passwords.verify({ hash, password }))) throw new AppError('invalid_credentials')
  }

  const sendVerification: Act<object> = async (_input, caller) => {
    const { account } = await kit.mustBeHere(caller)
    await kit.ask(account.email, caller)
    const { subject, email: to } = account
    const { code } = await codes.issue({ purpose: 'verify-email', lifeMs: timings.mailLinkMs, subject, email: to })
    const letters = await kit.lettersFor(account, caller)
    await mailer.send({ ...letters.verifyEmail(linkTo(origin, 'verify-email', code)), to, goodUntil: goodUntil() })
    return { body: {}, cookies: [] }
  }

  const verifyEmail: Act<{ code: string }> = async ({ code }, caller) => {
    const { account } = await useOwnCode(code, 'verify-email', caller)
    await accounts.markProven(account.subject)
    return { body: { user: presentAccount({ ...account, emailVerified: true }) }, cookies: [] }
  }

  const changeEmail: Act<{ email: string; password?: string | undefined }> = async ({ email, password }, caller) => {
    const present = await kit.mustBeHere(caller)
    const { account } = present
    if (password !== undefined) await assertPassword(account, password, caller)
    else if (!kit.isRecent(present)) throw new AppError('recent_sign_in_required')
    await kit.ask(email, caller)
    const to = normalEmail(email)
    if (to === account.email) return { body: {}, cookies: [] }
    tell(account, caller, (letters) => letters.emailChangeAsked())
    background.run('a change of address could not be mailed', async () => {
      const letters = await kit.lettersFor(account, caller)
      if (await accounts.with(to)) return mailer.send({ ...letters.addressInUse(), to })
      const { subject } = account
      const { code } = await codes.issue({ purpose: 'change-email', lifeMs: timings.mailLinkMs, subject, email: to })
      await mailer.send({ ...letters.changeEmail(linkTo(origin, 'change-email', code)), to, goodUntil: goodUntil() })
    })
    return { body: {}, cookies: [] }
  }

  const confirmEmailChange: Act<{ code: string }> = async ({ code }, caller) => {
    const { account, email } = await useOwnCode(code, 'change-email', caller)
    await accounts.setEmail(account.subject, email).catch((error: unknown) => {
      throw error instanceof AppError ? new AppError('link_invalid', { reason: 'address taken' }) : error
    })
    // Links that went to the old mailbox, which may be somebody else's soon.
    await codes.forgetOf(account.subject)
    await codes.forgetTo(account.email)
    tell(account, caller, (letters) => letters.emailChanged())
    return { body: { user: presentAccount({ ...account, email, emailVerified: true }) }, cookies: [await kit.remember(email, caller)] }
  }

  /** Uses up a code of the account that is signed in here. With somebody else signed in, the code stays good. */
  async function useOwnCode(code: string, purpose: CodePurpose, caller: Caller): Promise<{ account: Account; email: string }> {
    const { account } = await kit.mustBeHere(caller)
    await kit.hand(caller)
    const found = await codes.look(code, purpose)
    if (!found?.email) throw new AppError('link_invalid')
    if (found.subject !== account.subject) throw new AppError('user_mismatch')
    const isStale = purpose === 'verify-email' && found.email !== account.email
    if (!(await codes.take(code, purpose)) || isStale) throw new AppError('link_invalid', { reason: 'used' })
    return { account, email: found.email }
  }

  const lookup: Act<object> = async (_input, caller) => {
    const present = await accounts.present(caller.headers)
    if (!present) return { body: { user: null, providers: [] }, cookies: [] }
    const { account } = present
    return { body: { user: presentAccount(account), providers: await accounts.providersOf(account.subject) }, cookies: [] }
  }

  return { forgotPassword, resetPassword, changePassword, sendVerification, verifyEmail, changeEmail, confirmEmailChange, lookup }
}
