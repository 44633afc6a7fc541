import { useLingui } from '@lingui/react'

/** The first focusable element of a page. */
export function SkipLink() {
  const { i18n } = useLingui()
  return (
    <a className="wl-skip" href="#main" onClick={focusMain}>
      {i18n._({ id: 'frame.skip', message: 'Skip to content' })}
    </a>
  )
}

// Moves only the focus; the hash in the address belongs to the pages.
function focusMain(event: React.MouseEvent): void {
  event.preventDefault()
  document.getElementById('main')?.focus()
}
