/* Commands on an account of the built-in provider: password and email address. A link proves who controls an email address.
   Verifying or changing an address also requires a session of that account, so a stranger's link can't change it. */
import { AppError } from '#contract/errors.ts'
import type { Email } from '#server/platform/mail/email.ts'
import { normalizeEmail } from './accounts.ts'
import { type Caller, type Command, type CommandContext, presentAccount } from './commands.ts'
import type { Account } from './builtin.store.ts'
import type { CodePurpose } from './codes.store.ts'
import type { authEmails } from '../emails/auth-emails.ts'
import { assertPolicy } from './passwords.ts'

type AuthEmails = ReturnType<typeof authEmails>
const DONE = { body: {}, cookies: [] }

export function getAccount({ accounts }: CommandContext): Command<object> {
  return async (_input, caller) => {
    const current = await accounts.currentSession(caller.headers)
    if (!current) return { body: { user: null, providers: [], recovery_codes_left: null }, cookies: [] }
    const { account } = current
    const providers = await accounts.providersOf(account.subject)
    const left = await accounts.recoveryCodesLeft(account.subject)
    return { body: { user: presentAccount(account), providers, recovery_codes_left: left }, cookies: [] }
  }
}

/** The accounts of the caller's browser. Their sessions' secrets stay in the cookies. */
export function listBrowserAccounts({ accounts, uidOf }: CommandContext): Command<object> {
  return async (_input, caller) => {
    const { entries, cookies } = await accounts.inBrowser.list(caller.headers)
    const body = entries.map(async ({ account: { subject, email, name }, isActive }) => ({
      id: subject,
      uid: await uidOf(subject),
      email,
      name,
      active: isActive,
    }))
    return { body: { accounts: await Promise.all(body) }, cookies }
  }
}

/** Makes another account of this browser the active one. Its session's signed cookie is the proof; no password is needed. */
export function switchAccount({ accounts }: CommandContext): Command<{ id: string }> {
  return async ({ id }, caller) => {
    const { account, cookies } = await accounts.inBrowser.activate(id, caller.headers)
    return { body: { user: presentAccount(account) }, cookies }
  }
}

/** Responds alike whether the account exists: only the email reveals it. */
export function forgotPassword(context: CommandContext): Command<{ email: string }> {
  return async ({ email }, caller) => {
    await context.countEmail(email, caller)
    context.background.run('sending a password link failed', async () => {
      const account = await context.accounts.byEmail(email)
      if (!account) return
      const emails = await context.emailsFor(account, caller)
      await context.sendLink('reset-password', { subject: account.subject, to: account.email, write: emails.resetPassword })
    })
    return DONE
  }
}

export function resetPassword(context: CommandContext): Command<{ code: string; password: string }> {
  const { accounts, codes, passwords } = context
  return async ({ code, password }, caller) => {
    await context.countCode(caller)
    const found = await codes.find(code, 'reset-password')
    if (!found?.email) throw new AppError('link_invalid')
    await assertPolicy(password, found.email)
    // Hash before the link is consumed: hashing is rejected under load, and the link must stay valid then.
    const hash = await passwords.hash(password)
    const consumed = await codes.consume(code, 'reset-password')
    const account = consumed?.subject ? await accounts.bySubject(consumed.subject) : null
    if (!account || account.email !== consumed?.email) throw new AppError('link_invalid', { reason: 'used' })
    await accounts.confirmEmailOwner(account)
    await accounts.setPasswordHash(account.subject, hash)
    await codes.deleteForSubject(account.subject)
    await context.revokeAll(account.subject)
    notify(context, account, caller, (emails) => emails.passwordChanged(context.origin))
    return DONE
  }
}

export function changePassword(context: CommandContext): Command<{ current: string; next: string }> {
  const { accounts, codes, passwords } = context
  return async ({ current, next }, caller) => {
    const { account, session } = await context.requireSession(caller)
    await assertPolicy(next, account.email)
    await context.assertPassword(account, current, caller)
    await accounts.setPasswordHash(account.subject, await passwords.hash(next))
    await codes.deleteForSubject(account.subject)
    await accounts.end(account.subject, { except: session.id })
    notify(context, account, caller, (emails) => emails.passwordChanged(context.origin))
    return context.signIn(account, caller)
  }
}

export function sendVerification(context: CommandContext): Command<object> {
  return async (_input, caller) => {
    const { account } = await context.requireSession(caller)
    await context.countEmail(account.email, caller)
    const emails = await context.emailsFor(account, caller)
    await context.sendLink('verify-email', { subject: account.subject, to: account.email, write: emails.verifyEmail })
    return DONE
  }
}

export function verifyEmail(context: CommandContext): Command<{ code: string }> {
  return async ({ code }, caller) => {
    const { account } = await consumeOwnCode(context, code, 'verify-email', caller)
    await context.accounts.markEmailVerified(account.subject)
    return { body: { user: presentAccount({ ...account, emailVerified: true }) }, cookies: [] }
  }
}

export function changeEmail(context: CommandContext): Command<{ email: string; password?: string | undefined }> {
  return async ({ email, password }, caller) => {
    const current = await context.requireSession(caller)
    const { account } = current
    if (password !== undefined) await context.assertPassword(account, password, caller)
    else if (!context.isRecent(current)) throw new AppError('recent_sign_in_required')
    await context.countEmail(email, caller)
    const to = normalizeEmail(email)
    if (to === account.email) return DONE
    notify(context, account, caller, (emails) => emails.emailChangeAsked())
    context.background.run('sending a link for a new email address failed', async () => {
      const emails = await context.emailsFor(account, caller)
      if (await context.accounts.byEmail(to)) return context.mailer.send({ ...emails.addressInUse(), to })
      await context.sendLink('change-email', { subject: account.subject, to, write: emails.changeEmail })
    })
    return DONE
  }
}

export function confirmEmailChange(context: CommandContext): Command<{ code: string }> {
  const { accounts, codes } = context
  return async ({ code }, caller) => {
    const { account, email } = await consumeOwnCode(context, code, 'change-email', caller)
    await accounts.setEmail(account.subject, email).catch((error: unknown) => {
      throw error instanceof AppError ? new AppError('link_invalid', { reason: 'address taken' }) : error
    })
    // Links sent to the old address, which another user may own soon.
    await codes.deleteForSubject(account.subject)
    await codes.deleteForEmail(account.email)
    notify(context, account, caller, (emails) => emails.emailChanged())
    const cookie = await context.rememberDevice(email, caller)
    return { body: { user: presentAccount({ ...account, email, emailVerified: true }) }, cookies: [cookie] }
  }
}

/** Emails the user about a change of their account. A failure does not undo the change. */
export function notify(context: CommandContext, account: Account, caller: Caller, choose: (emails: AuthEmails) => Email): void {
  const { background, mailer } = context
  if (!mailer.isAvailable) return
  background.run('sending an account notice failed', async () =>
    mailer.send({ ...choose(await context.emailsFor(account, caller)), to: account.email }),
  )
}

/** Consumes a code of the signed-in account. When another user is signed in, the code stays valid. */
async function consumeOwnCode(
  { codes, ...context }: CommandContext,
  code: string,
  purpose: CodePurpose,
  caller: Caller,
): Promise<{ account: Account; email: string }> {
  const { account } = await context.requireSession(caller)
  await context.countCode(caller)
  const found = await codes.find(code, purpose)
  if (!found?.email) throw new AppError('link_invalid')
  if (found.subject !== account.subject) throw new AppError('user_mismatch')
  const isStale = purpose === 'verify-email' && found.email !== account.email
  if (!(await codes.consume(code, purpose)) || isStale) throw new AppError('link_invalid', { reason: 'used' })
  return { account, email: found.email }
}
