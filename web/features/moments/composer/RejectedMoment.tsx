import { lazyPart } from '#web/platform/lazy-component.ts'
import { withdrawPending, usePendingMoments } from '../moments.pending.ts'

const EditMomentDialog = lazyPart(async () => (await import('./EditMomentDialog.tsx')).EditMomentDialog)
const QuoteDialog = lazyPart(async () => (await import('./QuoteDialog.tsx')).QuoteDialog)

/** Reopens the dialog with a rejected edit or quote. The composer restores other rejected posts. */
export function RejectedMoment() {
  const rejected = usePendingMoments(({ all }) =>
    all.find(({ kind, state, moment }) => state === 'rejected' && (kind === 'edit' || moment.quoted)),
  )
  if (!rejected) return null
  const { kind, moment, failure } = rejected
  const close = () => void withdrawPending(moment.id)
  if (kind === 'edit') return <EditMomentDialog key={moment.id} moment={moment} failure={failure} onClose={close} />
  if (!moment.quoted) return null
  return (
    <QuoteDialog
      key={moment.id}
      quoted={moment.quoted}
      audience={moment.audience}
      me={moment.author}
      rejected={{ id: moment.id, text: moment.text, failure }}
      onClose={close}
    />
  )
}
