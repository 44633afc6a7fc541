import { useLingui } from '@lingui/react'
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import type { Item } from '#contract/media.ts'
import { Button } from '#web/ui/Button.tsx'
import { entriesOfItems } from './item-entries.ts'
import { playList } from './play-queue.ts'

/** Plays a list from its first entry. Renders nothing for a list with fewer than two tracks and videos. */
export function PlayAll({ items, of, from = null }: { items: readonly Item[]; of: string; from?: string | null }) {
  const { i18n } = useLingui()
  const entries = entriesOfItems(items, from)
  if (entries.length < 2) return null
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={<IconPlayerPlayFilled size={14} aria-hidden />}
      aria-label={i18n._({ id: 'queue.play-all.of', message: 'Play all: {list}', values: { list: of } })}
      onClick={() => void playList(entries)}
    >
      {i18n._({ id: 'queue.play-all', message: 'Play all' })}
    </Button>
  )
}
