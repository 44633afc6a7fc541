import type { AccountAction, IdentityMethod, Capabilities } from '#contract/identity.ts'
import type { Mailer } from '#server/platform/mail/outbox.ts'
import { passwordPolicy } from './passwords.ts'

type Given = { mailer: Pick<Mailer, 'isOffered' | 'isReal'>; popup: Capabilities['identity']['popup'] }

/** What the built-in provider lets people do here; some of it needs a mail, where mails can leave. */
export function builtinOffer({ mailer, popup }: Given): Capabilities['identity'] {
  const byMail = <T>(...offered: T[]): T[] => (mailer.isOffered ? offered : [])
  return {
    kind: 'builtin',
    methods: [
      ...(['password', 'custom_token'] satisfies IdentityMethod[]),
      ...byMail<IdentityMethod>('email_link'),
      ...(popup.length ? (['popup'] as const) : []),
    ],
    popup,
    account: [
      ...(['change_password', 'list_sessions', 'export_data', 'delete_account'] satisfies AccountAction[]),
      ...byMail<AccountAction>('reset_password', 'verify_email', 'change_email'),
    ],
    confirms_sign_up: mailer.isReal,
    password: { min_length: passwordPolicy.minLength, max_length: passwordPolicy.maxLength, refuses_common: true },
  }
}
