import { hashOf, type MailType, ToolkitError } from './toolkit.accounts.ts'
import { type Action, type ActionDeps, goodAddress, mustFit } from './toolkit.action.ts'

/** Emails, and the password reset that one of them starts. */
export function emailActions(parts: ActionDeps): Record<string, Action> {
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
      mustFit(newPassword, parts.policy())
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
