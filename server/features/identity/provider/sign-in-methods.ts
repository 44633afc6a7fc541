/* Sign-in methods besides the password: emailed links, a sign-up that waits for its link, custom tokens, and re-authentication. */
import { createHash } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import { normalizeEmail } from './accounts.ts'
import type { Caller, Command, CommandContext } from './commands.ts'
import type { StoredCode } from './codes.store.ts'
import { assertPolicy } from './passwords.ts'

/** Accepts any address and responds alike, whether or not an account exists: only the email reveals it. */
export function sendSignInLink(context: CommandContext): Command<{ email: string; return_to: string }> {
  return async ({ email, return_to: returnTo }, caller) => {
    await context.countEmail(email, caller)
    const { device, cookies } = context.ensureDevice(caller)
    context.background.run('sending a sign-in link failed', async () => {
      const to = normalizeEmail(email)
      const emails = await context.emailsFor(await context.accounts.byEmail(to), caller)
      await context.sendLink('link', { to, device, returnTo, write: emails.signInLink })
    })
    return { body: {}, cookies }
  }
}

export function completeSignInLink(context: CommandContext): Command<{ code: string; email: string; other_device: boolean }> {
  const { accounts, codes } = context
  return async (input, caller) => {
    await accounts.inBrowser.assertRoom(caller.headers)
    await context.countCode(caller)
    const found = await codes.find(input.code, 'link')
    if (!found?.email) throw new AppError('link_invalid')
    // Both checks precede the consumption of the link: a mistyped address must not use it up,
    // and a link that a stranger requested would sign its reader in as the stranger.
    if (normalizeEmail(input.email) !== found.email) {
      await codes.countWrongAnswer(input.code)
      throw new AppError('link_email_mismatch')
    }
    if (!input.other_device && !context.isSameDevice(caller, found.device)) throw new AppError('link_other_device')
    if (!(await codes.consume(input.code, 'link'))) throw new AppError('link_invalid', { reason: 'used' })
    const existing = await accounts.byEmail(found.email)
    if (existing) await accounts.confirmEmailOwner(existing)
    const account = existing ? { ...existing, emailVerified: true } : await accounts.create({ email: found.email, name: '' })
    return context.signIn(account, caller, { asksSecondFactor: true })
  }
}

/**
 * Starts a sign-up. The response and its duration are the same for a new and a known address: the password is hashed in
 * both cases, and the rest runs after the response. Only a code that expires is stored.
 */
export function startSignUp(context: CommandContext): Command<{ email: string; password: string; name: string }> {
  return async ({ email, password, name }, caller) => {
    await assertPolicy(password, email)
    await context.countEmail(email, caller)
    const { device, cookies } = context.ensureDevice(caller)
    const passwordHash = await context.passwords.hash(password)
    context.background.run('sending a sign-up email failed', async () => {
      const to = normalizeEmail(email)
      const account = await context.accounts.byEmail(to)
      const emails = await context.emailsFor(account, caller)
      if (account) return context.mailer.send({ ...emails.accountThere(context.origin), to })
      await context.sendLink('sign-up', { to, device, data: { name, passwordHash }, write: emails.finishSignUp })
    })
    return { body: { user: null }, cookies }
  }
}

export function confirmSignUp(context: CommandContext): Command<{ code: string; password?: string | undefined }> {
  const { accounts, codes } = context
  return async ({ code, password }, caller) => {
    await accounts.inBrowser.assertRoom(caller.headers)
    await context.countCode(caller)
    const found = await codes.find(code, 'sign-up')
    if (!found?.email) throw new AppError('link_invalid')
    await assertSameUser(context, found, code, password, caller)
    if (!(await codes.consume(code, 'sign-up'))) throw new AppError('link_invalid', { reason: 'used' })
    const { name, passwordHash } = pendingSignUp(found)
    const account = await accounts.create({ email: found.email, name, passwordHash }).catch((error: unknown) => {
      // Another link created the account in the meantime.
      throw error instanceof AppError ? new AppError('link_invalid', { reason: 'address taken' }) : error
    })
    return context.signIn(account, caller)
  }
}

/** On another device, the password of the sign-up is required: otherwise a stranger could choose it for the address's owner. */
async function assertSameUser(
  { codes, passwords, isSameDevice }: CommandContext,
  found: StoredCode,
  code: string,
  password: string | undefined,
  caller: Caller,
): Promise<void> {
  if (isSameDevice(caller, found.device)) return
  if (password === undefined) throw new AppError('link_other_device')
  if (await passwords.verify({ hash: pendingSignUp(found).passwordHash, password })) return
  await codes.countWrongAnswer(code)
  throw new AppError('invalid_credentials')
}

type PresentedToken = { token: string; verifier: string }

async function consumeCustomToken(context: CommandContext, { token, verifier }: PresentedToken, caller: Caller): Promise<StoredCode> {
  await context.countCode(caller)
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  // The query includes the challenge, so a caller who only saw the token can't consume it.
  const consumed = await context.codes.consume(token, 'custom-token', challenge)
  if (!consumed) throw new AppError('invalid_custom_token')
  return consumed
}

export function signInWithCustomToken(context: CommandContext): Command<PresentedToken> {
  return async (presented, caller) => {
    await context.accounts.inBrowser.assertRoom(caller.headers)
    const consumed = await consumeCustomToken(context, presented, caller)
    const account = consumed.subject ? await context.accounts.bySubject(consumed.subject) : null
    if (!account) throw new AppError('invalid_custom_token')
    return context.signIn(account, caller, { signedInAt: signedInAtOf(consumed) })
  }
}

/** Exchanges our custom token for one of another provider, whose client signs in with it. */
export function exchangeCustomToken(context: CommandContext): Command<PresentedToken> {
  return async (presented, caller) => {
    const consumed = await consumeCustomToken(context, presented, caller)
    const customToken = consumed.uid ? await context.providerToken(consumed.uid, signedInAtOf(consumed)) : null
    if (customToken === null) throw new AppError('invalid_custom_token')
    return { body: { custom_token: customToken }, cookies: [] }
  }
}

/** Replaces the current sign-in by a new one of the same account, for actions that require a recent sign-in. */
export function reauthenticate(context: CommandContext): Command<{ password: string }> {
  return async ({ password }, caller) => {
    const { account } = await context.requireSession(caller)
    await context.assertPassword(account, password, caller)
    return context.signIn(account, caller)
  }
}

/** The data that `startSignUp` stored. */
function pendingSignUp({ data }: StoredCode): { name: string; passwordHash: string } {
  const { name, passwordHash } = data
  if (typeof name !== 'string' || typeof passwordHash !== 'string') throw new Error('a pending sign-up lacks its password')
  return { name, passwordHash }
}

/** The time that `mintCustomToken` stored: the new sign-in is as old as the original one. */
function signedInAtOf({ data }: StoredCode): Date {
  if (typeof data['signedInAt'] !== 'string') throw new Error('a custom token lacks its sign-in time')
  return new Date(data['signedInAt'])
}
