import { hashOf, ToolkitError } from './toolkit.accounts.ts'
import { type Action, type ActionDeps, goodAddress, mustFit, signedIn } from './toolkit.action.ts'

/** All sign-in methods. */
export function signInActions(parts: ActionDeps): Record<string, Action> {
  const { accounts, tokens } = parts
  return {
    signUp({ email, password = '' }) {
      const address = goodAddress(email)
      if (accounts.byEmail(address)) throw new ToolkitError('EMAIL_EXISTS')
      mustFit(password, parts.policy())
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
      const known = accounts.byEmail(mail.email)
      const account = known ?? accounts.add({ email: mail.email })
      account.emailVerified = true
      return signedIn(parts, account, 'password', { isNewUser: !known })
    },

    signInWithCustomToken({ token = '' }) {
      const { uid, claims } = tokens.readCustomToken(token)
      const known = accounts.all.get(uid)
      const account = known ?? accounts.add({ localId: uid })
      account.customClaims = claims
      return signedIn(parts, account, 'custom', { isNewUser: !known })
    },

    signInWithIdp({ postBody = '', idToken }) {
      const post = new URLSearchParams(postBody)
      const providerId = post.get('providerId') ?? ''
      if (providerId !== 'google.com') throw new ToolkitError('OPERATION_NOT_ALLOWED : The identity provider is not enabled')
      const { sub, email, name } = tokens.readGoogleIdToken(post.get('id_token') ?? '')
      const known = accounts.byProvider(providerId, sub) ?? accounts.byEmail(email)
      if (idToken !== undefined && tokens.holder(idToken).account !== known) throw new ToolkitError('FEDERATED_USER_ID_ALREADY_LINKED')
      const account = known ?? accounts.add({ email: email.toLowerCase(), emailVerified: true, displayName: name })
      if (!accounts.byProvider(providerId, sub)) account.providers.push({ providerId, rawId: sub, email, displayName: name })
      return signedIn(parts, account, providerId, {
        isNewUser: !known,
        providerId,
        federatedId: sub,
        rawUserInfo: JSON.stringify({ sub, email, name }),
      })
    },
  }
}
