import { useLingui } from '@lingui/react'
import { useNavigate } from 'react-router'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import type { QuotedMoment as Quoted } from '#contract/moments.ts'
import type { Audience, PersonCard } from '#contract/people.ts'
import type { ApiFailure } from '#web/platform/api-error.ts'
import { notify } from '#web/platform/notices.ts'
import { useNow } from '#web/ui/text/use-now.ts'
import { QuotedMoment } from '../feed/QuotedMoment.tsx'
import { waitingMessage } from '../moments.messages.ts'
import { postMoment } from '../moments.pending.ts'
import { MomentDialog } from './MomentDialog.tsx'
import { useRejectedNotice } from './use-rejected-notice.ts'

type QuoteDialogProps = {
  quoted: Quoted
  audience: Audience
  me: PersonCard
  /** The quote that was rejected, and why. */
  rejected?: { id: string; text: string; failure: ApiFailure | null }
  onClose: () => void
}

/** Writes a moment that quotes another one. */
export function QuoteDialog({ quoted, audience, me, rejected, onClose }: QuoteDialogProps) {
  const { i18n } = useLingui()
  const now = useNow()
  const navigate = useNavigate()
  const reportRejected = useRejectedNotice()
  const post = async (written: { text: string; audience: Audience }) => {
    // The rejected one may be stored: the same quote must not appear twice.
    const isSame = rejected?.text === written.text && audience === written.audience
    const id = isSame ? rejected.id : newUuidv7(Date.now())
    const outcome = await postMoment(me, { id, ...written, pictures: [], quoted })
    if (outcome === 'waiting') return notify('neutral', waitingMessage(i18n))
    if (outcome === 'rejected') return reportRejected(id)
    notify('positive', i18n._({ id: 'moments.quote.done', message: 'Your quote is posted.' }), {
      action: { label: i18n._({ id: 'moments.quote.view', message: 'View' }), run: () => void navigate(`/moments?post=${id}`) },
    })
  }
  return (
    <MomentDialog
      title={i18n._({ id: 'moments.quote.title', message: 'Quote {name}', values: { name: quoted.author.name } })}
      initial={{ text: rejected?.text ?? '', audience }}
      placeholder={i18n._({ id: 'moments.quote.placeholder', message: 'Say something about it…' })}
      submitLabel={i18n._({ id: 'moments.compose.post', message: 'Post' })}
      failure={rejected?.failure ?? null}
      onSubmit={(written) => void post(written)}
      onClose={onClose}
    >
      {() => (
        <>
          <QuotedMoment quoted={quoted} now={now} />
          <p className="wl-muted wl-small">
            {i18n._({ id: 'moments.quote.who', message: 'Only people who can see the original see it in your quote.' })}
          </p>
        </>
      )}
    </MomentDialog>
  )
}
