import { useEffect, useState } from 'react'
import { useLingui } from '@lingui/react'
import { readStored, writeStored } from '#web/platform/storage/browser-storage.ts'
import { Button } from '#web/ui/Button.tsx'
import './PrintIntro.css'

/** Explains the taste print on a user's first card, once per browser. */
export function PrintIntro() {
  const { i18n } = useLingui()
  const [isNew, setNew] = useState(() => readStored(PRINT_EXPLAINED) === null)
  useEffect(() => void writeStored(PRINT_EXPLAINED, 'yes'), [])
  if (!isNew) return null
  return (
    <div className="wl-print-intro">
      <p className="wl-small">
        {i18n._({
          id: 'print.intro',
          message: 'Each bar is a kind of music or video: yours above, theirs below. Bars you both love light up. Press one to read it.',
        })}
      </p>
      <Button variant="default" size="sm" onClick={() => setNew(false)}>
        {i18n._({ id: 'print.intro.done', message: 'Got it' })}
      </Button>
    </div>
  )
}

/** The stored key that says that the drawing was explained in this browser. */
const PRINT_EXPLAINED = 'print-explained'
