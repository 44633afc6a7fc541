import { useEffect, useLayoutEffect } from 'react'
import { useLingui } from '@lingui/react'
import { IconArrowForwardUp, IconCopy, IconStar, IconX } from '@tabler/icons-react'
import { limits } from '#contract/limits.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { focusSoon, moveFocusToMessages } from './keyboard-focus.ts'
import './SelectionBar.css'

type SelectionBarProps = { count: number; onCopy: () => void; onForward: () => void; onStar: () => void; onCancel: () => void }

/** The actions for the selected messages, in the place of the composer. */
export function SelectionBar({ count, onCopy, onForward, onStar, onCancel }: SelectionBarProps) {
  const { i18n } = useLingui()
  useKeyboardFocus()
  useEffect(() => {
    const handleKey = ({ key, defaultPrevented }: KeyboardEvent) => key === 'Escape' && !defaultPrevented && onCancel()
    addEventListener('keydown', handleKey)
    return () => removeEventListener('keydown', handleKey)
  }, [onCancel])
  const isEmpty = count === 0
  const actions = [
    { icon: IconCopy, label: i18n._({ id: 'chat.copy', message: 'Copy text' }), act: onCopy },
    { icon: IconStar, label: i18n._({ id: 'chat.star', message: 'Star' }), act: onStar },
    { icon: IconArrowForwardUp, label: i18n._({ id: 'chat.forward', message: 'Forward' }), act: onForward },
  ]
  return (
    <div className="wl-selection" role="toolbar" aria-label={i18n._({ id: 'chat.selection', message: 'Selected messages' })}>
      <ActionIcon icon={IconX} size={44} aria-label={i18n._({ id: 'chat.selection.end', message: 'Stop selecting' })} onClick={onCancel} />
      <p aria-live="polite">
        {i18n._({
          id: 'chat.selection.count',
          message: '{count, plural, =0 {Choose messages} one {# message selected} other {# messages selected}}',
          values: { count },
        })}
        {count >= limits.selectedMessages.max && ` (${i18n._({ id: 'chat.selection.max', message: 'that’s the maximum' })})`}
      </p>
      {actions.map(({ icon: ActIcon, label, act }) => (
        <ActionIcon key={label} size={44} variant="subtle" disabled={isEmpty} aria-label={label} title={label} onClick={act}>
          <ActIcon size={20} stroke={1.8} aria-hidden />
        </ActionIcon>
      ))}
    </div>
  )
}

/** With the keyboard, the focus moves from the menu to the selected message, and at the end from the removed bar to the last message. */
function useKeyboardFocus(): void {
  useLayoutEffect(() => {
    const start = focusSoon('.wl-message-select :checked')
    return () => {
      cancelAnimationFrame(start)
      moveFocusToMessages('.wl-selection, .wl-message-select, [role="dialog"]')
    }
  }, [])
}
