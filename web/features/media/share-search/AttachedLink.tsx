import { useLingui } from '@lingui/react'
import { IconX } from '@tabler/icons-react'
import type { LinkRecord } from '#contract/links/links.ts'
import { LinkCard } from '#web/features/links/LinkCard.tsx'
import { TogetherButton } from '../together/TogetherButton.tsx'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { playLink } from '../items/play-link.tsx'
import './AttachedLink.css'

type AttachedLinkProps = {
  link: LinkRecord
  onRemove: () => void
  /** Plays it with the receivers instead of sending it. */
  onTogether?: ((link: string) => void) | undefined
}

/** The item that a message or moment will share, above its text. The card names the other platform that has the same item. */
export function AttachedLink({ link, onRemove, onTogether }: AttachedLinkProps) {
  const { i18n } = useLingui()
  return (
    <section className="wl-attached" aria-label={i18n._({ id: 'attached.name', message: 'Attached' })}>
      <LinkCard link={link} play={playLink} />
      {onTogether && <TogetherButton link={link} onStart={onTogether} />}
      <ActionIcon icon={IconX} size={44} aria-label={i18n._({ id: 'attached.remove', message: 'Remove the link' })} onClick={onRemove} />
    </section>
  )
}
