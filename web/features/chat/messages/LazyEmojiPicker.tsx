import { useLingui } from '@lingui/react'
import { lazyPart } from '#web/platform/lazy-component.ts'
import { LoadingLabel } from '#web/ui/Skeleton.tsx'
import { CardBoundary } from './CardBoundary.tsx'

const EmojiPicker = lazyPart(async () => (await import('./EmojiPicker.tsx')).EmojiPicker, <Loading />)

/** The emoji of a popover; their data loads when it is opened. */
export function LazyEmojiPicker({ onPick }: { onPick: (emoji: string) => void }) {
  const { i18n } = useLingui()
  return (
    <CardBoundary fallback={i18n._({ id: 'emoji.failed', message: 'Emoji can’t be loaded right now.' })}>
      <EmojiPicker onPick={onPick} />
    </CardBoundary>
  )
}

function Loading() {
  const { i18n } = useLingui()
  return <LoadingLabel label={i18n._({ id: 'emoji.loading', message: 'Loading emoji' })} />
}
