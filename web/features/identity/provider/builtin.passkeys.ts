import { readAs } from './builtin.responses.ts'
import type { BuiltinCore } from './builtin.core.ts'
import { IdentityError, type IdentityErrorCode, type Passkeys } from './identity.provider.ts'

type ListResponse = { passkeys: { id: string; name: string; created_at: string | null }[] }
type Descriptor = { id: string }
type CreateOptions = {
  challenge: string
  rp: { id: string; name: string }
  user: { id: string; name: string; displayName: string }
  pubKeyCredParams: PublicKeyCredentialParameters[]
  excludeCredentials?: Descriptor[]
}
type GetOptions = { challenge: string; rpId: string; allowCredentials?: Descriptor[] }

/** Passkeys at the built-in provider (WebAuthn). Loaded when they are used. */
export function createPasskeys(core: BuiltinCore): Passkeys {
  return {
    async list() {
      const { passkeys } = readAs<ListResponse>(await core.request('/passkey/list-user-passkeys'))
      return passkeys.map(({ id, name, created_at: createdAt }) => ({
        id,
        name,
        createdAt: createdAt === null ? null : new Date(createdAt),
      }))
    },

    async add(name) {
      const response = await core.request('/passkey/generate-register-options')
      const { challenge, rp, user, pubKeyCredParams, excludeCredentials = [] } = readAs<CreateOptions>(response)
      const credential = await requestCredential(() =>
        navigator.credentials.create({
          publicKey: {
            challenge: toBytes(challenge),
            rp,
            user: { ...user, id: toBytes(user.id) },
            pubKeyCredParams,
            excludeCredentials: excludeCredentials.map(toDescriptor),
            authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
          },
        }),
      )
      await core.request('/passkey/verify-registration', { response: present(credential), name })
    },

    rename: async (id, name) => void (await core.request('/passkey/update-passkey', { id, name })),
    remove: async (id) => void (await core.request('/passkey/delete-passkey', { id })),

    async signIn({ isSuggestion = false, signal } = {}) {
      // The browser keeps one challenge, in a cookie, so an ended request must not replace the challenge of the next one.
      const options = await core.request('/passkey/generate-authenticate-options', undefined, signal)
      const { challenge, rpId, allowCredentials = [] } = readAs<GetOptions>(options)
      const credential = await requestCredential(() =>
        navigator.credentials.get({
          ...(isSuggestion ? { mediation: 'conditional' as const } : {}),
          ...(signal ? { signal } : {}),
          publicKey: {
            challenge: toBytes(challenge),
            rpId,
            // Suggestions come from all passkeys of this device.
            allowCredentials: isSuggestion ? [] : allowCredentials.map(toDescriptor),
            userVerification: 'required',
          },
        }),
      )
      return core.enter('/passkey/verify-authentication', { response: present(credential) })
    },
  }
}

const browserErrors: Readonly<Record<string, IdentityErrorCode>> = {
  NotAllowedError: 'passkey-cancelled',
  AbortError: 'passkey-cancelled',
  InvalidStateError: 'passkey-exists',
  SecurityError: 'unauthorized-domain',
}

/** Runs a dialog of the browser. @throws IdentityError */
async function requestCredential(open: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  const credential = await open().catch((cause: unknown) => {
    const name = cause instanceof Error ? cause.name : ''
    throw new IdentityError(browserErrors[name] ?? 'passkey-failed', { cause })
  })
  if (!(credential instanceof PublicKeyCredential)) throw new IdentityError('passkey-cancelled')
  return credential
}

/** The response of an authenticator as JSON. Safari has `toJSON` only since 2025. */
function present({ id, rawId, type, response }: PublicKeyCredential): object {
  const parts: Record<string, unknown> = { clientDataJSON: toText(response.clientDataJSON) }
  if (response instanceof AuthenticatorAttestationResponse) {
    parts['attestationObject'] = toText(response.attestationObject)
    parts['transports'] = response.getTransports()
  }
  if (response instanceof AuthenticatorAssertionResponse) {
    parts['authenticatorData'] = toText(response.authenticatorData)
    parts['signature'] = toText(response.signature)
    if (response.userHandle) parts['userHandle'] = toText(response.userHandle)
  }
  return { id, rawId: toText(rawId), type, response: parts, clientExtensionResults: {} }
}

const toDescriptor = ({ id }: Descriptor): PublicKeyCredentialDescriptor => ({ type: 'public-key', id: toBytes(id) })

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
}

function toText(bytes: ArrayBuffer): string {
  const binary = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
