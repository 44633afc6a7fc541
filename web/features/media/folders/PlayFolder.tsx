import { useLingui } from '@lingui/react'
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import type { Folder } from '#contract/taste/folders.ts'
import { Button } from '#web/ui/Button.tsx'
import { listEntryOf } from '../items/list-entry.ts'
import { playList } from '../queue/play-queue.ts'

/** Plays the tracks and videos of a folder in order. Renders nothing where there are none. */
export function PlayFolder({ folder: { name, items } }: { folder: Pick<Folder, 'name' | 'items'> }) {
  const { i18n } = useLingui()
  const entries = () => items.flatMap((item) => listEntryOf(item, name) ?? [])
  if (entries().length === 0) return null
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={<IconPlayerPlayFilled size={14} aria-hidden />}
      aria-label={i18n._({ id: 'queue.play-all.of', message: 'Play all: {list}', values: { list: name } })}
      // Computed again on the press, because cards that arrived since then have more data.
      onClick={() => void playList(entries())}
    >
      {i18n._({ id: 'queue.play-all', message: 'Play all' })}
    </Button>
  )
}
