import * as z from 'zod/mini'
import { AppError } from '#contract/errors.ts'

const ANSWER_WITHIN_MS = 5_000
/** Secrets and codes travel there: by https, or inside this machine. */
const endpoint = z.url({ protocol: /^https?$/ }).check(z.refine((text) => isSafe(new URL(text))))

const document = z.object({
  issuer: z.string(),
  authorization_endpoint: endpoint,
  token_endpoint: endpoint,
  jwks_uri: endpoint,
  userinfo_endpoint: z.optional(endpoint),
  token_endpoint_auth_methods_supported: z.optional(z.array(z.string())),
})
/** What an issuer of OpenID Connect says about itself. */
export type Discovery = z.output<typeof document>

export const discoveryUrl = (issuer: string): string => `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`

/**
 * Reads what an issuer says about itself.
 * @throws AppError 'provider_unavailable' when it can't be had, makes no sense, or speaks for another issuer
 */
export async function discover(issuer: string): Promise<Discovery> {
  const found = document.safeParse(await readJson(discoveryUrl(issuer)))
  if (found.success && found.data.issuer === issuer) return found.data
  throw new AppError('provider_unavailable', { reason: 'discovery', issuer, cause: found.error?.message ?? `is ${found.data?.issuer}` })
}

const userInfo = z.looseObject({ sub: z.string() })

/** What the issuer tells the holder of an access token about them; null unless it speaks of that very `subject`. */
export async function readUserInfo(address: string, accessToken: string, subject: string): Promise<Record<string, unknown> | null> {
  const found = userInfo.safeParse(await readJson(address, { authorization: `Bearer ${accessToken}` }).catch(() => null))
  return found.success && found.data.sub === subject ? found.data : null
}

async function readJson(address: string, headers: Record<string, string> = {}): Promise<unknown> {
  try {
    const answer = await fetch(address, {
      headers: { accept: 'application/json', ...headers },
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    if (!answer.ok) throw new Error(String(answer.status))
    return await answer.json()
  } catch (cause) {
    throw new AppError('provider_unavailable', { reason: 'no answer', address, cause: String(cause) })
  }
}

const isSafe = ({ protocol, hostname }: URL) => protocol === 'https:' || ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)
