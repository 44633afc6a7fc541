import { useLingui } from '@lingui/react'
import { useNavigate } from 'react-router'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import type { QuotedMoment as Quoted } from '#contract/moments.ts'
import type { Audience, PersonCard } from '#contract/people.ts'
import { notify } from '#web/platform/notices.ts'
import { useNow } from '#web/ui/text/use-now.ts'
import { QuotedMoment } from '../feed/QuotedMoment.tsx'
import { waitingMessage } from '../moments.messages.ts'
import { postMoment } from '../moments.pending.ts'
import { MomentDialog } from './MomentDialog.tsx'

type QuoteDialogProps = { quoted: Quoted; audience: Audience; me: PersonCard; onClose: () => void }

/** Writes a moment that quotes another one. */
export function QuoteDialog({ quoted, audience, me, onClose }: QuoteDialogProps) {
  const { i18n } = useLingui()
  const now = useNow()
  const navigate = useNavigate()
  const post = async (written: { text: string; audience: Audience }) => {
    const id = newUuidv7(Date.now())
    const outcome = await postMoment(me, { id, ...written, pictures: [], quoted })
    if (outcome === 'waiting') return notify('neutral', waitingMessage(i18n))
    if (outcome === 'rejected') {
      // The composer has its text, or takes it when it opens.
      notify('error', i18n._({ id: 'moments.quote.failed', message: 'Your quote wasn’t posted. Its text is in the composer.' }), {
        action: { label: i18n._({ id: 'moments.quote.view', message: 'View' }), run: () => void navigate('/moments') },
      })
      return
    }
    notify('positive', i18n._({ id: 'moments.quote.done', message: 'Your quote is posted.' }), {
      action: { label: i18n._({ id: 'moments.quote.view', message: 'View' }), run: () => void navigate(`/moments?post=${id}`) },
    })
  }
  return (
    <MomentDialog
      title={i18n._({ id: 'moments.quote.title', message: 'Quote {name}', values: { name: quoted.author.name } })}
      initial={{ text: '', audience }}
      placeholder={i18n._({ id: 'moments.quote.placeholder', message: 'Say something about it…' })}
      submitLabel={i18n._({ id: 'moments.compose.post', message: 'Post' })}
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
