import { CancelButton } from '#web/ui/CancelButton.tsx'
import { useState } from 'react'
import { useLingui } from '@lingui/react'
import { limits } from '#contract/limits.ts'
import { Button } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/inputs/Modal.tsx'
import { InterestsPicker } from './InterestsPicker.tsx'
import type { Pick } from './picks.ts'
import { savePicks } from './sources.commands.ts'
import './PicksDialog.css'

/** Picks artists and channels by hand. Replaces earlier picks. */
export function PicksDialog({ isAgain, onClose }: { isAgain: boolean; onClose: () => void }) {
  const { i18n } = useLingui()
  const [picks, setPicks] = useState<readonly Pick[]>([])
  const [isSaving, setSaving] = useState(false)
  const handleSave = async () => {
    setSaving(true)
    if (await savePicks(picks)) onClose()
    else setSaving(false)
  }
  return (
    <Modal opened size="xl" onClose={onClose} title={i18n._({ id: 'picks.title', message: 'What do you love?' })}>
      <div className="wl-picks-dialog">
        {isAgain && <p className="wl-muted">{i18n._({ id: 'picks.replaces', message: 'This replaces what you picked before.' })}</p>}
        <InterestsPicker picks={picks} onChange={setPicks} />
        <div className="wl-picks-dialog-foot">
          <CancelButton onClick={onClose} />
          <Button loading={isSaving} disabled={picks.length < limits.picks.min} onClick={() => void handleSave()}>
            {i18n._({ id: 'picks.save', message: 'Save' })}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
