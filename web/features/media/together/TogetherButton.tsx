import { useLingui } from '@lingui/react'
import { IconUsers } from '@tabler/icons-react'
import type { LinkRecord } from '#contract/links/links.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { startTogether, togetherLabel, togetherLink } from './together-entry.ts'

/** "Listen together" beside a link. Renders nothing for an item that sessions can't play. */
export function TogetherButton({ link, onStart }: { link: LinkRecord; onStart?: (link: string) => void }) {
  const { i18n } = useLingui()
  const starting = togetherLink(link)
  if (!starting) return null
  const label = togetherLabel(i18n, starting.side)
  return (
    <ActionIcon size={44} aria-label={label} title={label} onClick={() => (onStart ? onStart(link.link) : startTogether(starting))}>
      <IconUsers size={20} stroke={1.8} aria-hidden />
    </ActionIcon>
  )
}
