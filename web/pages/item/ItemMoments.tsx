import { useState } from 'react'
import { useLingui } from '@lingui/react'
import { useNavigate } from 'react-router'
import type { Item } from '#contract/media.ts'
import { visibleText } from '#contract/base/text.ts'
import { useMyUid } from '#web/features/identity/auth.store.ts'
import { loadDraft, saveDraft } from '#web/features/moments/composer/composer.draft.ts'
import { MomentActions } from '#web/features/moments/feed/MomentActions.tsx'
import { MomentCard } from '#web/features/moments/feed/MomentCard.tsx'
import { MomentMenu } from '#web/features/moments/feed/MomentMenu.tsx'
import { useFeed } from '#web/features/moments/moments.api.ts'
import { platformLink } from '#web/features/media/items/platform-link.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { SectionHeader } from '#web/ui/SectionHeader.tsx'
import { CardSkeleton } from '#web/ui/Skeleton.tsx'
import { useNow } from '#web/ui/text/use-now.ts'

const FIRST = 3

/** Moments with a link of the item or of its tracks and videos, and a button that writes one. */
export function ItemMoments({ item }: { item: Item }) {
  const { i18n } = useLingui()
  const feed = useFeed({ item: item.id })
  const now = useNow()
  const [isWhole, setWhole] = useState(false)
  const moments = feed.status === 'ready' ? feed.moments : []
  const shown = isWhole ? moments : moments.slice(0, FIRST)
  const hasMore = !isWhole ? moments.length > FIRST || (feed.status === 'ready' && feed.hasMore) : feed.status === 'ready' && feed.hasMore
  const handleMore = () => (isWhole && feed.status === 'ready' ? feed.loadMore() : setWhole(true))
  return (
    <section className="wl-card wl-item-moments" aria-label={i18n._({ id: 'moments.title', message: 'Moments' })}>
      <SectionHeader title={i18n._({ id: 'moments.title', message: 'Moments' })}>
        <WriteMoment item={item} />
      </SectionHeader>
      {feed.status === 'loading' && <CardSkeleton blockHeight={60} />}
      {feed.status === 'failed' && <ErrorState kind={feed.failure.kind} onRetry={feed.retry} />}
      {feed.status === 'ready' && moments.length === 0 && (
        <p className="wl-muted">{i18n._({ id: 'item.moments.none', message: 'No moments about this yet. Write the first one.' })}</p>
      )}
      {shown.map((moment) => (
        <div key={moment.id} data-moment={moment.id}>
          <MomentCard moment={moment} now={now} menu={<MomentMenu moment={moment} />} actions={<MomentActions moment={moment} />} />
        </div>
      ))}
      {hasMore && (
        <Button variant="default" loading={feed.status === 'ready' && feed.isLoadingMore} onClick={handleMore}>
          {i18n._({ id: 'profile.more', message: 'Show more' })}
        </Button>
      )}
    </section>
  )
}

/** Opens the composer with the item's link in the draft. */
export function WriteMoment({ item, onOpened }: { item: Item; onOpened?: () => void }) {
  const { i18n } = useLingui()
  const me = useMyUid()
  const navigate = useNavigate()
  const link = platformLink(item)
  if (me === null || link === null) return null
  const handlePress = () => {
    const draft = loadDraft(me)
    if (!draft.text.includes(link)) saveDraft(me, { ...draft, text: [visibleText(draft.text), link].filter(Boolean).join('\n\n') })
    onOpened?.()
    void navigate('/moments')
  }
  return (
    <Button variant="default" size="sm" onClick={handlePress}>
      {i18n._({ id: 'palette.write', message: 'Write a moment' })}
    </Button>
  )
}
