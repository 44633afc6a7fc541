import { keep, recall } from '#web/platform/local-memory.ts'

const HELP_OFF = 'keys.help-off'
/** Where a letter is somebody's text. */
const TAKES_TEXT = 'input, textarea, select, [contenteditable]'

/** The dialog that a pressed key asks for: Ctrl or Cmd with K the palette, a bare `?` the list of keys. */
export function doorOf(event: KeyboardEvent): 'palette' | 'shortcuts' | null {
  if (event.defaultPrevented || event.altKey || event.isComposing) return null
  const isCommand = event.ctrlKey || event.metaKey
  if (isCommand) return !event.shiftKey && event.key.toLowerCase() === 'k' ? 'palette' : null
  const isText = event.target instanceof Element && event.target.closest(TAKES_TEXT) !== null
  return event.key === '?' && !isText && opensHelp() ? 'shortcuts' : null
}

/** Whether `?` opens the list. A bare letter must be possible to switch off: speech input types by itself (WCAG 2.1.4). */
export const opensHelp = (): boolean => recall(HELP_OFF) === null

/** Switches `?` on or off in this browser. */
export const setOpensHelp = (isOn: boolean): void => keep(HELP_OFF, isOn ? null : 'yes')
