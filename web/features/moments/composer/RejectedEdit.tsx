import { lazyPart } from '#web/platform/lazy-component.ts'
import { withdrawPending, usePendingMoments } from '../moments.pending.ts'

const EditMomentDialog = lazyPart(async () => (await import('./EditMomentDialog.tsx')).EditMomentDialog)

/** Reopens the dialog with a rejected change. */
export function RejectedEdit() {
  const rejected = usePendingMoments((state) => state.all.find((change) => change.kind === 'edit' && change.state === 'rejected'))
  if (!rejected) return null
  const { moment, failure } = rejected
  return <EditMomentDialog key={moment.id} moment={moment} failure={failure} onClose={() => withdrawPending(moment.id)} />
}
