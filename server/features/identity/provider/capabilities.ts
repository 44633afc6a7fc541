import type { AccountAction, IdentityMethod, Capabilities } from '#contract/identity/identity.ts'
import type { Mailer } from '#server/platform/mail/outbox.ts'
import { passwordPolicy } from './passwords.ts'

type CapabilitiesDeps = { mailer: Pick<Mailer, 'isAvailable' | 'isReal'>; popup: Capabilities['identity']['popup'] }

/** The built-in provider's sign-in methods and account actions. Some need email. */
export function builtinCapabilities({ mailer, popup }: CapabilitiesDeps): Capabilities['identity'] {
  const withEmail = <T>(...options: T[]): T[] => (mailer.isAvailable ? options : [])
  return {
    kind: 'builtin',
    methods: [
      ...(['password', 'passkey', 'custom_token'] satisfies IdentityMethod[]),
      ...withEmail<IdentityMethod>('email_link'),
      ...(popup.length ? (['popup'] as const) : []),
    ],
    popup,
    account: [
      ...([
        'change_password',
        'second_factor',
        'passkeys',
        'list_sessions',
        'several_accounts',
        'export_data',
        'delete_account',
      ] satisfies AccountAction[]),
      ...withEmail<AccountAction>('reset_password', 'verify_email', 'change_email'),
    ],
    confirms_sign_up: mailer.isReal,
    password: { min_length: passwordPolicy.minLength, max_length: passwordPolicy.maxLength, refuses_common: true },
  }
}
