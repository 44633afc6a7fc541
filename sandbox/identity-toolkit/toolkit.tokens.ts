import { createSigningKey } from '#sandbox/kit/signing-key.ts'
import { type Account, type Accounts, type SignIn, ToolkitError } from './toolkit.accounts.ts'

export const TOKEN_SECONDS = 3_600
const CUSTOM_TOKEN_AUDIENCE = 'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit'

export type ToolkitTokens = ReturnType<typeof createToolkitTokens>

/** The ID tokens of a project, the keys of the service, and the keys of the issuers whose tokens it accepts. */
export function createToolkitTokens({ projectId, accounts, now }: { projectId: string; accounts: Accounts; now: () => number }) {
  let latest = createSigningKey('firebase-1')
  const keys = [latest]
  /** Stands for the operator's service account, which signs custom tokens. */
  const serviceAccount = createSigningKey('service-account')
  /** Represents Google, whose id_tokens sign people in. */
  const google = createSigningKey('google')

  return {
    published: () => ({ keys: keys.map((key) => key.jwk()) }),
    /** The next tokens are signed with a new key. @param dropOld whether the old ones are no longer published */
    rotateKey(dropOld = false): void {
      latest = createSigningKey(`firebase-${Number(latest.kid.split('-')[1]) + 1}`)
      if (dropOld) keys.length = 0
      keys.push(latest)
    },

    idToken(account: Account, { provider, authTime }: SignIn): string {
      const { localId, email, emailVerified, displayName, customClaims } = account
      return latest.sign({
        ...customClaims,
        ...(displayName === undefined ? {} : { name: displayName }),
        iss: `https://securetoken.google.com/${projectId}`,
        aud: projectId,
        auth_time: authTime,
        user_id: localId,
        sub: localId,
        iat: now(),
        exp: now() + TOKEN_SECONDS,
        ...(email === undefined ? {} : { email, email_verified: emailVerified }),
        firebase: { identities: email === undefined ? {} : { email: [email] }, sign_in_provider: provider },
      })
    },

    /** @throws ToolkitError for a token of a deleted, disabled or signed-out user, as the service does */
    holder(idToken: string | undefined): { account: Account; authTime: number } {
      const claims = keys.map((key) => key.read(idToken ?? '')).find((claim) => claim !== null)
      if (!claims || claims['aud'] !== projectId || Number(claims['exp']) <= now()) throw new ToolkitError('INVALID_ID_TOKEN')
      const account = accounts.all.get(String(claims['sub']))
      if (!account) throw new ToolkitError('USER_NOT_FOUND')
      if (account.disabled) throw new ToolkitError('USER_DISABLED')
      const authTime = Number(claims['auth_time'])
      if (authTime < account.validSince) throw new ToolkitError('TOKEN_EXPIRED')
      return { account, authTime }
    },

    /** The key that the operator downloads in the console. */
    serviceAccount: () => ({ email: `admin@${projectId}.iam.gserviceaccount.com`, privateKey: serviceAccount.privateKey() }),
    customToken: (uid: string, claims: Record<string, unknown> = {}): string =>
      serviceAccount.sign({ uid, claims, aud: CUSTOM_TOKEN_AUDIENCE, iat: now(), exp: now() + TOKEN_SECONDS }),
    /** @throws ToolkitError INVALID_CUSTOM_TOKEN */
    readCustomToken(token: string): { uid: string; claims: Record<string, unknown> } {
      const payload = token.split('.').length === 3 ? serviceAccount.read(token) : null
      if (!payload || payload['aud'] !== CUSTOM_TOKEN_AUDIENCE || Number(payload['exp']) <= now())
        throw new ToolkitError('INVALID_CUSTOM_TOKEN')
      const claims = payload['claims']
      return { uid: String(payload['uid']), claims: typeof claims === 'object' && claims !== null ? { ...claims } : {} }
    },

    /** The tokens that Google gives a browser after a sign-in. */
    googleIdToken: (who: { sub: string; email: string; name: string }): string =>
      google.sign({ ...who, email_verified: true, exp: now() + TOKEN_SECONDS }),
    /** @throws ToolkitError INVALID_IDP_RESPONSE */
    readGoogleIdToken(token: string): { sub: string; email: string; name: string } {
      const claims = google.read(token)
      if (!claims || Number(claims['exp']) <= now()) throw new ToolkitError('INVALID_IDP_RESPONSE : the id_token is invalid')
      return { sub: String(claims['sub']), email: String(claims['email']), name: String(claims['name']) }
    },
  }
}
