import type { LinkRecord } from '#contract/links/links.ts'
import { useLinkMetadata } from '#web/features/links/use-link-metadata.ts'

type LinkNameProps = { link: LinkRecord; text: (name: string | null) => string }

/** A text with the name of the link, once it is known. */
export function LinkName({ link, text }: LinkNameProps) {
  const state = useLinkMetadata(link)
  return text('card' in state ? state.card.title : null)
}
