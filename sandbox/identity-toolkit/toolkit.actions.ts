import * as z from 'zod/mini'
import { type Account, type Accounts, hashOf, type MailType, ToolkitError } from './toolkit.accounts.ts'
import { passwordProblem, type Policy } from './toolkit.policy.ts'
import { TOKEN_SECONDS, type ToolkitTokens } from './toolkit.tokens.ts'

export type ActionDeps = {
  accounts: Accounts
  tokens: ToolkitTokens
  policy: () => Policy
  authorizedDomains: readonly string[]
  apiKey: string
  /** Seconds since 1970. */
  now: () => number
}

const text = z.optional(z.string())
/** Fields that the SDK sends with every action. */
const body = z.looseObject({
  email: text,
  newEmail: text,
  password: text,
  newPassword: text,
  displayName: text,
  token: text,
  idToken: text,
  oobCode: text,
  requestType: text,
  continueUrl: text,
  postBody: text,
})
type Body = z.output<typeof body>
/** One of `POST /v1/accounts:<name>`. @throws ToolkitError with the codes of the real service */
type Action = (input: Body) => object

/** The actions of `POST /v1/accounts:<name>`, with the answers and errors that the Firebase JS SDK reads. */
export function createActions(parts: ActionDeps): Record<string, (raw: unknown) => object> {
  const actions: Record<string, Action> = { ...signInActions(parts), ...emailActions(parts), ...accountActions(parts) }
  return Object.fromEntries(Object.entries(actions).map(([name, act]) => [name, (raw: unknown) => act(body.parse(raw))]))
}

function signInActions(parts: ActionDeps): Record<string, Action> {
  const { accounts, tokens } = parts
  return {
    signUp({ email, password = '' }) {
      const address = goodAddress(email)
      if (accounts.byEmail(address)) throw new ToolkitError('EMAIL_EXISTS')
      assertFits(password, parts.policy())
      return signedIn(parts, accounts.add({ email: address, passwordHash: hashOf(password) }), 'password')
    },

    signInWithPassword({ email, password = '' }) {
      const account = accounts.byEmail(goodAddress(email))
      // The same answer for both, as in projects with protection against enumeration.
      if (!account || account.passwordHash !== hashOf(password)) throw new ToolkitError('INVALID_LOGIN_CREDENTIALS')
      return signedIn(parts, account, 'password', { registered: true })
    },

    signInWithEmailLink({ email, oobCode }) {
      const mail = accounts.mail(oobCode)
      if (mail.requestType !== 'EMAIL_SIGNIN') throw new ToolkitError('INVALID_OOB_CODE')
      if (mail.email !== goodAddress(email)) throw new ToolkitError('INVALID_EMAIL')
      accounts.useUp(mail)
      const existing = accounts.byEmail(mail.email)
      const account = existing ?? accounts.add({ email: mail.email })
      account.emailVerified = true
      return signedIn(parts, account, 'password', { isNewUser: !existing })
    },

    signInWithCustomToken({ token = '' }) {
      const { uid, claims } = tokens.readCustomToken(token)
      const existing = accounts.all.get(uid)
      const account = existing ?? accounts.add({ localId: uid })
      account.customClaims = claims
      return signedIn(parts, account, 'custom', { isNewUser: !existing })
    },

    signInWithIdp({ postBody = '', idToken }) {
      const post = new URLSearchParams(postBody)
      const providerId = post.get('providerId') ?? ''
      if (providerId !== 'google.com') throw new ToolkitError('OPERATION_NOT_ALLOWED : The identity provider is not enabled')
      const { sub, email, name } = tokens.readGoogleIdToken(post.get('id_token') ?? '')
      const existing = accounts.byProvider(providerId, sub) ?? accounts.byEmail(email)
      if (idToken !== undefined && tokens.holder(idToken).account !== existing) throw new ToolkitError('FEDERATED_USER_ID_ALREADY_LINKED')
      const account = existing ?? accounts.add({ email: email.toLowerCase(), emailVerified: true, displayName: name })
      if (!accounts.byProvider(providerId, sub)) account.providers.push({ providerId, rawId: sub, email, displayName: name })
      return signedIn(parts, account, providerId, {
        isNewUser: !existing,
        providerId,
        federatedId: sub,
        rawUserInfo: JSON.stringify({ sub, email, name }),
      })
    },
  }
}

/** Emails, and the password reset that one of them starts. */
function emailActions(parts: ActionDeps): Record<string, Action> {
  const { accounts, tokens, authorizedDomains } = parts

  const link = (continueUrl: string | undefined, mode: string) => (oobCode: string) => {
    const url = new URL(continueUrl ?? 'http://localhost/')
    for (const [name, value] of Object.entries({ mode, oobCode, apiKey: parts.apiKey })) url.searchParams.set(name, value)
    return url.href
  }

  return {
    sendOobCode({ requestType = '', email, newEmail, idToken, continueUrl }) {
      const mode = modes[requestType]
      if (!mode) throw new ToolkitError('MISSING_REQ_TYPE')
      if (continueUrl !== undefined && !authorizedDomains.includes(new URL(continueUrl).hostname))
        throw new ToolkitError('UNAUTHORIZED_DOMAIN : Domain not allowlisted by project')
      const address = mode.needsAccount ? (tokens.holder(idToken).account.email ?? '') : goodAddress(email)
      // The answer doesn't reveal who has an account.
      if (mode.type === 'PASSWORD_RESET' && !accounts.byEmail(address)) return { email: address }
      const mail = { requestType: mode.type, email: address, ...(newEmail === undefined ? {} : { newEmail: goodAddress(newEmail) }) }
      accounts.sendMail(mail, link(continueUrl, mode.name))
      return { email: address }
    },

    resetPassword({ oobCode, newPassword }) {
      const mail = accounts.mail(oobCode)
      if (newPassword === undefined) return { email: mail.email, requestType: mail.requestType, newEmail: mail.newEmail }
      const account = accounts.byEmail(mail.email)
      if (mail.requestType !== 'PASSWORD_RESET' || !account) throw new ToolkitError('INVALID_OOB_CODE')
      assertFits(newPassword, parts.policy())
      accounts.useUp(mail)
      Object.assign(account, { passwordHash: hashOf(newPassword), validSince: parts.now(), emailVerified: true })
      return { email: mail.email, requestType: mail.requestType }
    },
  }
}

const modes: Record<string, { type: MailType; name: string; needsAccount: boolean }> = {
  EMAIL_SIGNIN: { type: 'EMAIL_SIGNIN', name: 'signIn', needsAccount: false },
  PASSWORD_RESET: { type: 'PASSWORD_RESET', name: 'resetPassword', needsAccount: false },
  VERIFY_EMAIL: { type: 'VERIFY_EMAIL', name: 'verifyEmail', needsAccount: true },
  VERIFY_AND_CHANGE_EMAIL: { type: 'VERIFY_AND_CHANGE_EMAIL', name: 'verifyAndChangeEmail', needsAccount: true },
}

const RECENT_SECONDS = 300

/** Actions of the holder of a token on the account. */
function accountActions(parts: ActionDeps): Record<string, Action> {
  const { accounts, tokens } = parts

  /** @throws ToolkitError CREDENTIAL_TOO_OLD_LOGIN_AGAIN */
  function recent(idToken: string | undefined): Account {
    const { account, authTime } = tokens.holder(idToken)
    if (parts.now() - authTime > RECENT_SECONDS) throw new ToolkitError('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
    return account
  }

  function applyCode(oobCode: string) {
    const mail = accounts.mail(oobCode)
    const account = accounts.byEmail(mail.email)
    if (!account || (mail.requestType !== 'VERIFY_EMAIL' && mail.requestType !== 'VERIFY_AND_CHANGE_EMAIL'))
      throw new ToolkitError('INVALID_OOB_CODE')
    accounts.useUp(mail)
    account.emailVerified = true
    if (mail.newEmail !== undefined) Object.assign(account, { email: mail.newEmail, validSince: parts.now() })
    return { localId: account.localId, email: account.email, emailVerified: true }
  }

  return {
    lookup: ({ idToken }) => ({ users: [present(tokens.holder(idToken).account)] }),

    update({ idToken, oobCode, password, displayName }) {
      if (oobCode !== undefined) return applyCode(oobCode)
      if (password !== undefined) {
        const account = recent(idToken)
        assertFits(password, parts.policy())
        Object.assign(account, { passwordHash: hashOf(password), validSince: parts.now() })
        return signedIn(parts, account, 'password')
      }
      const { account } = tokens.holder(idToken)
      if (displayName !== undefined) account.displayName = displayName
      return { localId: account.localId, email: account.email, displayName: account.displayName }
    },

    delete({ idToken }) {
      accounts.all.delete(recent(idToken).localId)
      return {}
    },
  }
}

function present(account: Account): object {
  const { localId, email, emailVerified, displayName, disabled, passwordHash, providers } = account
  const password = passwordHash === undefined ? [] : [{ providerId: 'password', federatedId: email, email, rawId: email }]
  return {
    localId,
    email,
    emailVerified,
    displayName,
    disabled,
    ...(passwordHash === undefined ? {} : { passwordHash: 'UkVEQUNURUQ=' }),
    providerUserInfo: [...providers.map((provider) => ({ ...provider, federatedId: provider.rawId })), ...password],
    validSince: String(account.validSince),
    createdAt: String(account.createdAt * 1000),
    lastLoginAt: String(account.lastLoginAt * 1000),
  }
}

/** The answer of a sign-in. @throws ToolkitError USER_DISABLED */
function signedIn({ accounts, tokens }: ActionDeps, account: Account, provider: string, more: object = {}): object {
  if (account.disabled) throw new ToolkitError('USER_DISABLED')
  const { refreshToken, signIn } = accounts.begin(account, provider)
  const { localId, email } = account
  return { localId, email, idToken: tokens.idToken(account, signIn), refreshToken, expiresIn: String(TOKEN_SECONDS), ...more }
}

/** An address in lower case. @throws ToolkitError MISSING_EMAIL, INVALID_EMAIL */
function goodAddress(email: string | undefined): string {
  if (email === undefined || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
    throw new ToolkitError(email === undefined ? 'MISSING_EMAIL' : 'INVALID_EMAIL')
  return email.toLowerCase()
}

/** @throws ToolkitError when the password breaks the policy */
function assertFits(password: string, policy: Policy): void {
  const problem = passwordProblem(password, policy)
  if (problem !== null) throw new ToolkitError(problem)
}
