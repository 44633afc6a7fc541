import { useLingui } from '@lingui/react'
import { useState } from 'react'
import { TERMS_VERSION, termsCalls } from '#contract/identity/terms.ts'
import { confirmProfile } from '#web/features/identity/session.ts'
import { useCapabilities } from '#web/features/identity/use-capabilities.ts'
import { readApi } from '#web/platform/api-client.ts'
import { lazyPart } from '#web/platform/lazy-component.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormMessage } from '#web/ui/inputs/FormMessage.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TermsText } from './TermsText.tsx'
import './AcceptTermsPage.css'

const DeleteAccount = lazyPart(async () => (await import('#web/pages/settings/data/DeleteAccount.tsx')).DeleteAccount)

/** Shown before the app is used, once after each change of the terms: accept, log out, or delete the account. */
export function AcceptTermsPage() {
  const { i18n } = useLingui()
  const [problem, setProblem] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const canDelete = useCapabilities().data?.identity.account.includes('delete_account') ?? false

  async function accept() {
    setSending(true)
    const result = await readApi(termsCalls.acceptTerms, { body: { version: TERMS_VERSION } })
    if (result.ok) await confirmProfile()
    else if (result.failure.code === 'wrong_state')
      setProblem(i18n._({ id: 'terms.accept.newer', message: 'There’s a newer version. Reload this page to read it.' }))
    else
      setProblem(result.failure.sentence ?? i18n._({ id: 'settings.not-saved', message: 'This couldn’t be saved. Try again in a moment.' }))
    setSending(false)
  }

  return (
    <>
      <PageHeader
        title={i18n._({ id: 'terms.accept.title', message: 'Our terms have changed' })}
        lead={i18n._({
          id: 'terms.accept.lead',
          message: 'Please read and accept them to continue. Until then, nothing is posted in your name.',
        })}
      />
      <TermsText />
      {isLeaving ? (
        <section
          className="wl-card wl-settings-card wl-accept-leave"
          aria-label={i18n._({ id: 'settings.delete', message: 'Delete account' })}
        >
          <DeleteAccount onCancel={() => setLeaving(false)} />
        </section>
      ) : (
        <div className="wl-accept-terms">
          <FormMessage>{problem}</FormMessage>
          <Button loading={isSending} onClick={() => void accept()}>
            {i18n._({ id: 'terms.accept', message: 'Accept and continue' })}
          </Button>
          {canDelete && (
            <Button variant="subtle" onClick={() => setLeaving(true)}>
              {i18n._({ id: 'settings.delete', message: 'Delete account' })}
            </Button>
          )}
        </div>
      )}
    </>
  )
}
