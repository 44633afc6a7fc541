import { useLingui } from '@lingui/react'

/** The first thing the keyboard meets on a page. */
export function SkipLink() {
  const { i18n } = useLingui()
  return (
    <a className="wl-skip" href="#main" onClick={focusMain}>
      {i18n._({ id: 'frame.skip', message: 'Skip to content' })}
    </a>
  )
}

// The address keeps its hash free for the pages; only the focus moves.
function focusMain(event: React.MouseEvent): void {
  event.preventDefault()
  document.getElementById('main')?.focus()
}
