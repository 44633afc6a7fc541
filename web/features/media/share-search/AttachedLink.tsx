import { useLingui } from '@lingui/react'
import { IconX } from '@tabler/icons-react'
import type { LinkRecord } from '#contract/links.ts'
import { LinkCard } from '#web/features/links/LinkCard.tsx'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { playLink } from '../items/play-link.tsx'
import './AttachedLink.css'

/** What a message or moment will share, above its text. The card names the other platform that has the same item. */
export function AttachedLink({ link, onRemove }: { link: LinkRecord; onRemove: () => void }) {
  const { i18n } = useLingui()
  return (
    <section className="wl-attached" aria-label={i18n._({ id: 'attached.name', message: 'Attached' })}>
      <LinkCard link={link} play={playLink} />
      <ActionIcon size={44} aria-label={i18n._({ id: 'attached.remove', message: 'Remove the link' })} onClick={onRemove}>
        <IconX size={20} stroke={1.8} aria-hidden />
      </ActionIcon>
    </section>
  )
}
