import { createFaults, type Fault } from '#sandbox/kit/faults.ts'
import { json, startServer, type FakeResponse, type FakeRequest } from '#sandbox/kit/http.ts'
import { type Account, createAccounts, type Mail, ToolkitError } from './toolkit.accounts.ts'
import { createActions } from './toolkit.actions.ts'
import { defaultPolicy, type Policy, policyResponse } from './toolkit.policy.ts'
import { createToolkitTokens, TOKEN_SECONDS, type ToolkitTokens } from './toolkit.tokens.ts'

export type ToolkitOptions = {
  host: string
  port: number
  projectId: string
  apiKey: string
  policy?: Partial<Policy>
  /** Allowed hosts of links in emails. */
  authorizedDomains?: readonly string[]
  /** Unix time in milliseconds; the computer's clock when left out. */
  now?: () => number
}

export type FakeIdentityToolkit = {
  origin: string
  /** The address of the public keys, instead of the one at www.googleapis.com. */
  keysUrl: string
  tokens: ToolkitTokens
  /** The sent emails, latest last. */
  mails: readonly Mail[]
  account(email: string): Account | undefined
  /** Like the operator's console: ends the sign-ins of that account. */
  revoke(email: string): void
  disable(email: string): void
  setPolicy(policy: Partial<Policy>): void
  keyFetches(): number
  /** Deletes every account and email; the keys stay. */
  empty(): void
  failNext(fault: Fault): void
  stopFailing(): void
  close(): Promise<void>
}

const KEYS = '/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'

/**
 * Starts a fake of the services behind Firebase Authentication: Identity Toolkit, Secure Token and the key list of
 * www.googleapis.com on one origin. Enough for the unmodified Firebase JS SDK; tokens are signed as the real ones are.
 */
export async function startFakeIdentityToolkit(options: ToolkitOptions): Promise<FakeIdentityToolkit> {
  const { projectId, apiKey, authorizedDomains = ['localhost', '127.0.0.1'], now = Date.now } = options
  const seconds = () => Math.floor(now() / 1000)
  let policy: Policy = { ...defaultPolicy, ...options.policy }
  let keyFetches = 0
  const accounts = createAccounts(seconds)
  const tokens = createToolkitTokens({ projectId, accounts, now: seconds })
  const actions = createActions({ accounts, tokens, policy: () => policy, authorizedDomains, apiKey, now: seconds })
  const faults = createFaults()

  function refresh({ form }: FakeRequest): object {
    const refreshToken = form.get('refresh_token') ?? ''
    const signIn = accounts.signInOf(refreshToken)
    const account = signIn && accounts.all.get(signIn.localId)
    if (!signIn) throw new ToolkitError('INVALID_REFRESH_TOKEN')
    if (!account) throw new ToolkitError('USER_NOT_FOUND')
    if (account.disabled) throw new ToolkitError('USER_DISABLED')
    if (signIn.authTime < account.validSince) throw new ToolkitError('TOKEN_EXPIRED')
    const token = tokens.idToken(account, signIn)
    const expires = { expires_in: String(TOKEN_SECONDS), token_type: 'Bearer' }
    return {
      ...expires,
      access_token: token,
      id_token: token,
      refresh_token: refreshToken,
      user_id: account.localId,
      project_id: projectId,
    }
  }

  function handle(request: FakeRequest): object {
    if (request.query.get('key') !== apiKey) throw new ToolkitError('API key not valid. Please pass a valid API key.')
    if (request.path === '/v1/token') return refresh(request)
    if (request.path === '/v2/passwordPolicy') return policyResponse(policy)
    if (request.path === '/v1/projects') return { projectId, authorizedDomains }
    const name = /^\/v1\/accounts:(\w+)$/.exec(request.path)?.[1] ?? ''
    const found = request.method === 'POST' ? actions[name] : undefined
    if (!found) throw new ToolkitError('NOT_FOUND', 404)
    return found(JSON.parse(request.body || '{}'))
  }

  function respond(request: FakeRequest): FakeResponse {
    const headers = corsFor(request)
    if (request.method === 'OPTIONS') return { status: 204, headers }
    const fault = faults.take(request.path)
    if (fault)
      return {
        ...json(fault.status, problem(fault.status, fault.reason ?? 'BACKEND_ERROR'), headers),
        ...(fault.body === undefined ? {} : { body: fault.body }),
      }
    if (request.path === KEYS) {
      keyFetches++
      return json(200, tokens.published(), { 'cache-control': 'public, max-age=21600' })
    }
    try {
      return json(200, handle(request), headers)
    } catch (error) {
      // Anything else is a bug of the fake service and becomes its 500.
      if (!(error instanceof ToolkitError)) throw error
      return json(error.status, problem(error.status, error.message), headers)
    }
  }

  const { origin, close } = await startServer(options, respond)
  const requireAccount = (email: string): Account => {
    const account = accounts.byEmail(email)
    if (!account) throw new Error(`no account has the email ${email}`)
    return account
  }
  return {
    origin,
    close,
    keysUrl: `${origin}${KEYS}`,
    tokens,
    mails: accounts.mails,
    account: (email) => accounts.byEmail(email),
    revoke: (email) => void (requireAccount(email).validSince = seconds() + 1),
    disable: (email) => void (requireAccount(email).disabled = true),
    setPolicy: (changes) => {
      policy = { ...defaultPolicy, ...changes }
    },
    keyFetches: () => keyFetches,
    empty: () => accounts.empty(),
    failNext: (fault) => faults.add(fault),
    stopFailing: () => faults.clear(),
  }
}

const problem = (code: number, message: string) => ({
  error: { code, message, errors: [{ message, domain: 'global', reason: 'invalid' }] },
})

/** The SDK calls from the pages of the product, which is another origin. */
function corsFor({ headers }: FakeRequest): Record<string, string> {
  return {
    'access-control-allow-origin': headers.origin ?? '*',
    'access-control-allow-headers': headers['access-control-request-headers'] ?? '*',
    'access-control-allow-methods': 'GET, POST, OPTIONS',
    vary: 'origin',
  }
}
