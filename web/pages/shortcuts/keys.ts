import { writeStored, readStored } from '#web/platform/storage/browser-storage.ts'

const HELP_KEY_DISABLED = 'keys.help-off'
/** Elements that accept typed letters. */
const TEXT_FIELDS = 'input, textarea, select, [contenteditable]'

/** The overlay for a key press: Ctrl or Cmd with K opens the palette, a bare `?` the shortcut list. */
export function overlayForKey(event: KeyboardEvent): 'palette' | 'shortcuts' | null {
  if (event.defaultPrevented || event.altKey || event.isComposing) return null
  const isCommand = event.ctrlKey || event.metaKey
  if (isCommand) return !event.shiftKey && event.key.toLowerCase() === 'k' ? 'palette' : null
  const isText = event.target instanceof Element && event.target.closest(TEXT_FIELDS) !== null
  return event.key === '?' && !isText && isHelpKeyEnabled() ? 'shortcuts' : null
}

/** Whether `?` opens the list. Single-character shortcuts must be switchable, because of speech input (WCAG 2.1.4). */
export const isHelpKeyEnabled = (): boolean => readStored(HELP_KEY_DISABLED) === null

/** Enables or disables `?` in this browser. */
export const setHelpKeyEnabled = (isOn: boolean): void => void writeStored(HELP_KEY_DISABLED, isOn ? null : 'yes')
