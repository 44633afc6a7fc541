import { type Account, hashOf, ToolkitError } from './toolkit.accounts.ts'
import { type Action, type ActionDeps, mustFit, signedIn } from './toolkit.action.ts'

const RECENT_SECONDS = 300

/** Actions of the holder of a token on the account. */
export function accountActions(parts: ActionDeps): Record<string, Action> {
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
        mustFit(password, parts.policy())
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
    providerUserInfo: [...providers.map((it) => ({ ...it, federatedId: it.rawId })), ...password],
    validSince: String(account.validSince),
    createdAt: String(account.createdAt * 1000),
    lastLoginAt: String(account.lastLoginAt * 1000),
  }
}
