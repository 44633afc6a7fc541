import { Suspense } from 'react'
import { lazyPart } from '#web/platform/lazy-part.ts'
import { takeBack, useOutgoing } from '../moments.outgoing.ts'

const EditMomentDialog = lazyPart(async () => (await import('./EditMomentDialog.tsx')).EditMomentDialog)

/** Reopens the dialog with a rejected change. */
export function RefusedEdit() {
  const refused = useOutgoing((state) => state.all.find((one) => one.kind === 'edit' && one.state === 'refused'))
  if (!refused) return null
  const { moment, failure } = refused
  return (
    <Suspense fallback={null}>
      <EditMomentDialog key={moment.id} moment={moment} failure={failure} onClose={() => takeBack(moment.id)} />
    </Suspense>
  )
}
