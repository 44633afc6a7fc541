import { pickCalls } from '#contract/taste/picks.ts'
import { CancelButton } from '#web/ui/CancelButton.tsx'
import { useState } from 'react'
import { useLingui } from '@lingui/react'
import { limits } from '#contract/limits.ts'
import { useCall } from '#web/platform/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Modal } from '#web/ui/inputs/Modal.tsx'
import { InterestsPicker, PickerSkeleton } from './InterestsPicker.tsx'
import { hasSamePicks, pickOfItem, type Pick } from './picks.ts'
import { savePicks } from './sources.commands.ts'
import './PicksDialog.css'

/** Picks artists and channels by hand, starting from the current picks. */
export function PicksDialog({ onClose }: { onClose: () => void }) {
  const { i18n } = useLingui()
  const stored = useCall(pickCalls.getPicks, {}, { staleMs: 0 })
  const [changed, setChanged] = useState<readonly Pick[] | null>(null)
  const [isSaving, setSaving] = useState(false)
  // Saving replaces all picks, so a cached list, which may be outdated, is no start.
  const before = stored.isFetchedAfterMount ? stored.data?.items.map(pickOfItem) : undefined
  const picks = changed ?? before
  const handleSave = async () => {
    if (!picks || !before) return
    if (hasSamePicks(picks, before)) return onClose()
    setSaving(true)
    if (await savePicks(picks)) onClose()
    else setSaving(false)
  }
  return (
    <Modal opened size="xl" onClose={onClose} title={i18n._({ id: 'picks.title', message: 'What do you love?' })}>
      <div className="wl-picks-dialog">
        {before && before.length > 0 && (
          <p className="wl-muted">
            {i18n._({ id: 'picks.change', message: 'These are your picks. Add more, or remove what you no longer love.' })}
          </p>
        )}
        {picks ? (
          <InterestsPicker picks={picks} onChange={setChanged} />
        ) : stored.error ? (
          <ErrorState kind={stored.error.failure.kind} onRetry={() => void stored.refetch()} />
        ) : (
          <PickerSkeleton />
        )}
        <div className="wl-picks-dialog-foot">
          <CancelButton onClick={onClose} />
          <Button loading={isSaving} disabled={(picks?.length ?? 0) < limits.picks.min} onClick={() => void handleSave()}>
            {i18n._({ id: 'picks.save', message: 'Save' })}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
