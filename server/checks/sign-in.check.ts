import { AppError } from '#contract/errors.ts'
import type { Config } from '../config.ts'
import { discover, discoveryUrl } from '#server/features/identity/federation/discovery.ts'
import { googleAddresses, type GoogleAddresses, readFirebaseKeys } from '#server/features/identity/federation/firebase.ts'
import { type Check, type Finding, messageOf, off, ok } from './check.ts'

const TIMEOUT_MS = 5_000

/** Reads the discovery document of each issuer. */
export function issuerChecks({ issuers }: Pick<Config, 'issuers'>): Check[] {
  if (issuers.length === 0) return [{ component: 'OpenID Connect', run: async () => off('not set up (OIDC_ISSUER, GOOGLE_CLIENT_ID)') }]
  return issuers.map(({ name, issuer }) => ({
    component: `OpenID Connect (${name})`,
    async run() {
      try {
        await discover(issuer)
        return ok(`${issuer} can be asked`)
      } catch (error) {
        const why = error instanceof AppError ? String(error.context['cause']) : messageOf(error)
        return {
          status: 'error',
          message: `${discoveryUrl(issuer)} can't be used: ${why.replace(/\s+/g, ' ')}`,
          fix: 'OIDC_ISSUER must be exactly what "issuer" says in that document, with or without the slash at its end.',
        }
      }
    },
  }))
}

/** Reads the keys that sign tokens, and checks whether the project allows this server's host. */
export function firebaseCheck(
  { firebase, publicOrigin }: Pick<Config, 'firebase' | 'publicOrigin'>,
  google: GoogleAddresses = googleAddresses,
): Check {
  return {
    component: 'Firebase',
    async run() {
      if (!firebase) return off('not set up (FIREBASE_PROJECT_ID)')
      if (firebase.emulatorHost) return emulatorIsUp(firebase.emulatorHost)
      await readFirebaseKeys(google)
      const url = `${google.toolkit}/v1/projects?key=${encodeURIComponent(firebase.apiKey)}`
      const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
      if (!response.ok)
        return {
          status: 'error',
          message: `Firebase rejected FIREBASE_API_KEY (${response.status})`,
          fix: 'Copy apiKey from the web app in the console.',
        }
      // Google's documented response; a missing field is treated as no domains.
      const { authorizedDomains = [] } = (await response.json()) as { authorizedDomains?: string[] }
      const host = publicOrigin && new URL(publicOrigin).hostname
      if (host && !authorizedDomains.includes(host))
        return {
          status: 'error',
          message: `Firebase does not allow sign-in from ${host}`,
          fix: 'Add it in the console under Authentication, Settings, Authorized domains.',
        }
      return ok(`project ${firebase.projectId}: keys and API key work`)
    },
  }
}

async function emulatorIsUp(host: string): Promise<Finding> {
  const response = await fetch(`http://${host}/`, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null)
  if (response?.ok) return ok(`the Auth emulator at ${host} answers`)
  return {
    status: 'error',
    message: `there is no Auth emulator at ${host} (FIREBASE_AUTH_EMULATOR_HOST)`,
    fix: 'Start it with `firebase emulators:start --only auth`, or remove the setting.',
  }
}
