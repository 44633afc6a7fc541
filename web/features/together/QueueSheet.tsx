import { useLingui } from '@lingui/react'
import { IconPlus } from '@tabler/icons-react'
import { Button } from '#web/ui/Button.tsx'
import { Drawer } from '#web/ui/inputs/Drawer.ts'
import { useFocusReturn } from '#web/ui/focus/use-focus-return.ts'
import { Controls, Progress } from './Controls.tsx'
import { QueueList, type QueueProps } from './Queue.tsx'

/** The queue as a sheet for narrow screens, with the controls that don't fit beside the player. */
export function QueueSheet({ onClose, ...queue }: QueueProps & { onClose: () => void }) {
  const { i18n } = useLingui()
  useFocusReturn()
  const { session, mine, onAdd } = queue
  const { current } = session
  return (
    <Drawer
      opened
      onClose={onClose}
      position="bottom"
      size="auto"
      title={i18n._({ id: 'together.queue', message: 'Next, most votes first' })}
      closeButtonProps={{ 'aria-label': i18n._({ id: 'dialog.close', message: 'Close' }) }}
    >
      <div className="wl-together-sheet" data-side={current?.side}>
        <div className="wl-together-queue">
          <QueueList {...queue} />
        </div>
        {current && (
          <>
            <Progress session={session} current={current} mine={mine} />
            <Controls session={session} current={current} mine={mine} />
          </>
        )}
        <Button size="lg" variant="default" fullWidth leftSection={<IconPlus size={18} aria-hidden />} onClick={onAdd}>
          {i18n._({ id: 'together.add-item', message: 'Add a track or video' })}
        </Button>
      </div>
    </Drawer>
  )
}
