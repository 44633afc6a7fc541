import type { Server } from 'node:http'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { type ClientMetadata, Provider } from 'oidc-provider'
import { cookieBrowser } from './cookie-browser.ts'
import { freePort } from '#tools/free-port.ts'

export type OidcIssuer = Awaited<ReturnType<typeof startOidcIssuer>>

/**
 * `oidc-provider` from npm with its default policy: it supports the prompts `login` and `consent` only, and requires PKCE here.
 * Every login name is an account with a verified address.
 */
export async function startOidcIssuer(
  client: Pick<ClientMetadata, 'client_id' | 'client_secret' | 'redirect_uris' | 'post_logout_redirect_uris'>,
) {
  const port = await freePort('127.0.0.1', 0)
  const origin = `http://127.0.0.1:${port}`
  const provider = new Provider(origin, {
    clients: [client],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    pkce: { required: () => true },
    findAccount: (_ctx, login) => ({
      accountId: login,
      claims: async () => ({ sub: login, email: `${login}@issuer.example`, email_verified: true, name: login }),
    }),
  })
  const server: Server = createServer((request, response) => void provider.callback()(request, response))
  await once(server.listen(port, '127.0.0.1'), 'listening')

  return {
    origin,
    /** A browser at the issuer; it stays signed in there between calls. */
    browser() {
      const { get, post } = cookieBrowser(origin)
      return {
        /** Signs in as `login`, where asked, and agrees. @returns the address that the issuer sends the browser back to */
        async authorize(url: string, login: string): Promise<URL> {
          const page = await get(url)
          const prompt = /name="prompt" value="(\w+)"/.exec(page.text)?.[1]
          const { status, text, location } = prompt ? await post(url, { prompt, login, password: 'any' }) : page
          if (!location) throw new Error(`the issuer answered ${status}: ${text}`)
          return location.startsWith(origin) ? this.authorize(location, login) : new URL(location)
        },
        get,
      }
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
