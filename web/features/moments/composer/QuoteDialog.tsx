import { useLingui } from '@lingui/react'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import type { QuotedMoment as Quoted } from '#contract/moments.ts'
import type { Audience, PersonCard } from '#contract/people.ts'
import { useNow } from '#web/ui/text/use-now.ts'
import { QuotedMoment } from '../feed/QuotedMoment.tsx'
import { postMoment } from '../moments.pending.ts'
import { MomentDialog } from './MomentDialog.tsx'

type QuoteDialogProps = { quoted: Quoted; audience: Audience; me: PersonCard; onClose: () => void }

/** Writes a moment that quotes another one. */
export function QuoteDialog({ quoted, audience, me, onClose }: QuoteDialogProps) {
  const { i18n } = useLingui()
  const now = useNow()
  return (
    <MomentDialog
      title={i18n._({ id: 'moments.quote.title', message: 'Quote {name}', values: { name: quoted.author.name } })}
      initial={{ text: '', audience }}
      placeholder={i18n._({ id: 'moments.quote.placeholder', message: 'Say something about it…' })}
      submitLabel={i18n._({ id: 'moments.compose.post', message: 'Post' })}
      onSubmit={(written) => void postMoment(me, { id: newUuidv7(Date.now()), ...written, pictures: [], quoted })}
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
