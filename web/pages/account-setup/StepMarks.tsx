import { useLingui } from '@lingui/react'

/** Where one is among the steps, drawn as bars that light up. */
export function StepMarks({ at, of }: { at: number; of: number }) {
  const { i18n } = useLingui()
  return (
    <div className="wl-steps-marks">
      <p className="wl-hidden">{i18n._({ id: 'setup.step', message: 'Step {step} of {of}', values: { step: at + 1, of } })}</p>
      {Array.from({ length: of }, (_, index) => (
        <span key={index} aria-hidden data-done={index <= at || undefined} />
      ))}
    </div>
  )
}
