import * as z from 'zod/mini'
import { AppError } from '#contract/errors.ts'

const TIMEOUT_MS = 5_000
/** Endpoints receive secrets, so they need https or a loopback address. */
const endpoint = z.url({ protocol: /^https?$/ }).check(z.refine((text) => isSafe(new URL(text))))

const document = z.object({
  issuer: z.string(),
  authorization_endpoint: endpoint,
  token_endpoint: endpoint,
  jwks_uri: endpoint,
  userinfo_endpoint: z.optional(endpoint),
  token_endpoint_auth_methods_supported: z.optional(z.array(z.string())),
})
/** The discovery document of an OpenID Connect issuer. */
export type Discovery = z.output<typeof document>

export const discoveryUrl = (issuer: string): string => `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`

/**
 * Reads an issuer's discovery document.
 * @throws AppError 'provider_unavailable' when it can't be read, is invalid, or names another issuer
 */
export async function discover(issuer: string): Promise<Discovery> {
  const found = document.safeParse(await readJson(discoveryUrl(issuer)))
  if (found.success && found.data.issuer === issuer) return found.data
  throw new AppError('provider_unavailable', { reason: 'discovery', issuer, cause: found.error?.message ?? `is ${found.data?.issuer}` })
}

const userInfo = z.looseObject({ sub: z.string() })

/** The issuer's user info for an access token; null when it is about another `subject`. */
export async function readUserInfo(address: string, accessToken: string, subject: string): Promise<Record<string, unknown> | null> {
  const found = userInfo.safeParse(await readJson(address, { authorization: `Bearer ${accessToken}` }).catch(() => null))
  return found.success && found.data.sub === subject ? found.data : null
}

async function readJson(address: string, headers: Record<string, string> = {}): Promise<unknown> {
  try {
    const response = await fetch(address, {
      headers: { accept: 'application/json', ...headers },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!response.ok) throw new Error(String(response.status))
    return await response.json()
  } catch (cause) {
    throw new AppError('provider_unavailable', { reason: 'no answer', address, cause: String(cause) })
  }
}

const isSafe = ({ protocol, hostname }: URL) => protocol === 'https:' || ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)
