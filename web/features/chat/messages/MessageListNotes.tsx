import { useLingui } from '@lingui/react'
import { IconArrowDown } from '@tabler/icons-react'
import { Button } from '#web/ui/Button.tsx'
import type { Thread } from '../engine/types.ts'

/** Earlier messages load by themselves; here it says so, or how to try again. */
export function OlderNote({ state, onLoad }: { state: Thread['older']; onLoad: () => void }) {
  const { i18n } = useLingui()
  if (state === 'idle') return null
  return (
    <Button className="wl-messages-older" variant="default" loading={state === 'loading'} onClick={onLoad}>
      {state === 'failed'
        ? i18n._({ id: 'chat.older.failed', message: 'Couldn’t load earlier messages. Try again' })
        : i18n._({ id: 'chat.older', message: 'Earlier messages' })}
    </Button>
  )
}

/** Leads back to the end, and says how much new stands there. */
export function JumpToNewest({ count, onJump }: { count: number; onJump: () => void }) {
  const { i18n } = useLingui()
  return (
    <button
      type="button"
      className="wl-messages-end"
      data-new={count > 0 || undefined}
      aria-label={
        count > 0
          ? i18n._({
              id: 'chat.newest.count',
              message: '{count, plural, one {Jump to newest, # new message} other {Jump to newest, # new messages}}',
              values: { count },
            })
          : i18n._({ id: 'chat.newest', message: 'Jump to newest' })
      }
      onClick={onJump}
    >
      {count > 0 && <span className="wl-badge">{count > 999 ? '999+' : count}</span>}
      <IconArrowDown size={20} stroke={1.8} aria-hidden />
    </button>
  )
}
