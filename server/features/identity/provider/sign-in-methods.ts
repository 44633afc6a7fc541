import { createHash } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import { timings } from '#contract/limits.ts'
import { normalEmail } from './accounts.ts'
import { type Act, type ActKit, type ActsDeps, type Caller } from './commands.ts'
import type { StoredCode } from './codes.store.ts'
import { linkTo } from '../emails/auth-emails.ts'
import { assertPolicy } from './passwords.ts'

/** Ways in besides the password: links, a sign-up that waits for one, custom tokens, and signing in once more. */
export function createWays(deps: ActsDeps, kit: ActKit) {
  const { accounts, codes, mailer, passwords, background, clock, origin } = deps
  const goodUntil = () => new Date(clock.now().getTime() + timings.mailLinkMs)

  /** Takes any address, known or not, and answers alike: what becomes of it is told by mail alone. */
  const sendLink: Act<{ email: string; return_to: string }> = async ({ email, return_to: returnTo }, caller) => {
    await kit.ask(email, caller)
    const { device, cookies } = kit.beginAt(caller)
    background.run('a sign-in link could not be sent', async () => {
      const to = normalEmail(email)
      const { code } = await codes.issue({ purpose: 'link', lifeMs: timings.mailLinkMs, email: to, device })
      const letters = await kit.lettersFor(await accounts.with(to), caller)
      await mailer.send({ ...letters.signInLink(linkTo(origin, 'link', code, returnTo)), to, goodUntil: goodUntil() })
    })
    return { body: {}, cookies }
  }

  const completeLink: Act<{ code: string; email: string; other_device: boolean }> = async (input, caller) => {
    await kit.hand(caller)
    const found = await codes.look(input.code, 'link')
    if (!found?.email) throw new AppError('link_invalid')
    // Both are asked before the link is used up: a mistyped address must not cost it, and a link that somebody else asked
    // for would sign its reader in as them.
    if (normalEmail(input.email) !== found.email) {
      await codes.wrong(input.code)
      throw new AppError('link_email_mismatch')
    }
    if (!input.other_device && !kit.isAt(caller, found.device)) throw new AppError('link_other_device')
    if (!(await codes.take(input.code, 'link'))) throw new AppError('link_invalid', { reason: 'used' })
    const known = await accounts.with(found.email)
    if (known) await accounts.prove(known)
    const account = known ? { ...known, emailVerified: true } : await accounts.create({ email: found.email, name: '' })
    return kit.signIn(account, caller)
  }

  /**
   * A sign-up that answers alike for a new address and for one that has an account, and takes as long: the password is
   * hashed either way, and the rest happens after the answer. Nothing is kept of it but a code that runs out.
   */
  const beginSignUp: Act<{ email: string; password: string; name: string }> = async ({ email, password, name }, caller) => {
    await assertPolicy(password, email)
    await kit.ask(email, caller)
    const { device, cookies } = kit.beginAt(caller)
    const passwordHash = await passwords.hash(password)
    background.run('a sign-up could not be answered by mail', async () => {
      const to = normalEmail(email)
      const account = await accounts.with(to)
      const letters = await kit.lettersFor(account, caller)
      if (account) return mailer.send({ ...letters.accountThere(origin), to })
      const data = { name, passwordHash }
      const { code } = await codes.issue({ purpose: 'sign-up', lifeMs: timings.mailLinkMs, email: to, device, data })
      await mailer.send({ ...letters.finishSignUp(linkTo(origin, 'sign-up', code)), to, goodUntil: goodUntil() })
    })
    return { body: { user: null }, cookies }
  }

  const confirmSignUp: Act<{ code: string; password?: string | undefined }> = async ({ code, password }, caller) => {
    await kit.hand(caller)
    const found = await codes.look(code, 'sign-up')
    if (!found?.email) throw new AppError('link_invalid')
    await assertChosenHere(found, code, password, caller)
    if (!(await codes.take(code, 'sign-up'))) throw new AppError('link_invalid', { reason: 'used' })
    const { name, passwordHash } = waitingSignUp(found)
    const account = await accounts.create({ email: found.email, name, passwordHash }).catch((error: unknown) => {
      // Another link has made it in the meantime.
      throw error instanceof AppError ? new AppError('link_invalid', { reason: 'address taken' }) : error
    })
    return kit.signIn(account, caller)
  }

  /** Elsewhere than where it began, the password chosen there is asked for: else a stranger could choose it for somebody. */
  async function assertChosenHere(found: StoredCode, code: string, password: string | undefined, caller: Caller): Promise<void> {
    if (kit.isAt(caller, found.device)) return
    if (password === undefined) throw new AppError('link_other_device')
    if (await passwords.verify({ hash: waitingSignUp(found).passwordHash, password })) return
    await codes.wrong(code)
    throw new AppError('invalid_credentials')
  }

  const enterByToken: Act<{ token: string; verifier: string }> = async ({ token, verifier }, caller) => {
    await kit.hand(caller)
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    // The challenge is part of the question, so whoever merely saw the token can't use it up either.
    const taken = await codes.take(token, 'custom-token', challenge)
    const account = taken?.subject ? await accounts.of(taken.subject) : null
    if (!taken || !account) throw new AppError('invalid_custom_token')
    return kit.signIn(account, caller, signedInAtOf(taken))
  }

  /** A new sign-in in place of the present one, of the same account, so that what asks for a recent one goes. */
  const reauthenticate: Act<{ password: string }> = async ({ password }, caller) => {
    const { account } = await kit.mustBeHere(caller)
    await kit.guess(account.email, caller)
    const hash = await accounts.passwordHashOf(account.subject)
    if (!hash || !(await passwords.verify({ hash, password }))) throw new AppError('invalid_credentials')
    return kit.signIn(account, caller)
  }

  return { sendLink, completeLink, beginSignUp, confirmSignUp, enterByToken, reauthenticate }
}

/** What `beginSignUp` kept. */
function waitingSignUp({ data }: StoredCode): { name: string; passwordHash: string } {
  const { name, passwordHash } = data
  if (typeof name !== 'string' || typeof passwordHash !== 'string') throw new Error('a sign-up was kept without its password')
  return { name, passwordHash }
}

/** What `mintCustomToken` kept: handing a sign-in on makes it no younger. */
function signedInAtOf({ data }: StoredCode): Date {
  if (typeof data['signedInAt'] !== 'string') throw new Error('a custom token was kept without its sign-in')
  return new Date(data['signedInAt'])
}
