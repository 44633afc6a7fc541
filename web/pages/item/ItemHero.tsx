import { useLingui } from '@lingui/react'
import {
  IconBookmark,
  IconBookmarkFilled,
  IconDeviceTv,
  IconDiamond,
  IconMusic,
  IconPlayerPlayFilled,
  IconShare3,
} from '@tabler/icons-react'
import { itemPageCalls, type ItemPage } from '#contract/taste/item-pages.ts'
import { itemKindText } from '#web/features/media/items/item-kind.ts'
import { SendItem } from '#web/features/chat/share/SendItem.tsx'
import { setSaved } from '#web/features/discover/discover.commands.ts'
import { genresText } from '#web/features/discover/discover.messages.ts'
import { sideOf } from '#web/features/media/items/item-side.ts'
import { lengthText } from '#web/features/media/items/length-text.ts'
import { CreatorName } from '#web/features/media/items/ItemName.tsx'
import { play, playableOf, videoPicture } from '#web/features/media/items/play.ts'
import { QueueMenu } from '#web/features/media/queue/QueueMenu.tsx'
import { oneIn, worldWithSourceText } from '#web/features/matching/match.messages.ts'
import { cacheResponse, useCall } from '#web/platform/query.ts'
import { Artwork } from '#web/ui/Artwork.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { playCalls } from '#contract/taste/plays.ts'
import { lazyPart } from '#web/platform/lazy-component.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'

const ShareItemDialog = lazyPart(async () => (await import('./ShareItemDialog.tsx')).ShareItemDialog)

/** Shares the page with its picture. */
function ShareItem({ page, isMember }: { page: ItemPage; isMember: boolean }) {
  const { i18n } = useLingui()
  const { isOpen, trigger, open, close } = useDialog()
  const label = i18n._({ id: 'item.share', message: 'Share {name}', values: { name: page.item.name } })
  return (
    <>
      <ActionIcon icon={IconShare3} iconSize={18} ref={trigger} size={34} aria-haspopup="dialog" label={label} onClick={open} />
      {isOpen && <ShareItemDialog page={page} isMember={isMember} onClose={close} />}
    </>
  )
}

/** The head of an item's page: picture, name, how many love it, and its actions. */
export function ItemHero({ page, isMember }: { page: ItemPage; isMember: boolean }) {
  const { i18n } = useLingui()
  const { item, bars } = page
  const side = sideOf(item.kind)
  const genres = genresText(i18n, bars)
  const KindIcon = side === 'music' ? IconMusic : IconDeviceTv
  const playable = playableOf(item)
  const length = lengthText(item)
  return (
    <header className="wl-card wl-item-hero" data-side={side}>
      <span className="wl-item-hero-art">
        <Artwork id={item.id} kind={item.kind} src={item.kind === 'video' ? videoPicture(item.youtube_id) : null} />
      </span>
      <div className="wl-item-hero-text">
        <p className="wl-item-hero-kind">
          <KindIcon size={18} stroke={1.8} aria-hidden />
          {itemKindText(i18n, item.kind)}
          {length !== null && ` · ${length}`}
        </p>
        <h1 dir="auto">{item.name}</h1>
        {item.by !== null && (
          <p className="wl-muted">
            <CreatorName item={item} />
          </p>
        )}
        {(genres !== undefined || page.world) && (
          <div className="wl-chips">
            {genres !== undefined && <Chip>{genres}</Chip>}
            <Rarity page={page} />
          </div>
        )}
        <LoveLine page={page} />
        {isMember && <OwnPlays itemId={item.id} />}
        <div className="wl-item-hero-actions">
          {playable && (
            <Button
              leftSection={<IconPlayerPlayFilled size={18} aria-hidden />}
              aria-label={i18n._({ id: 'media.play', message: 'Play {name}', values: { name: item.name } })}
              onClick={() => play(playable)}
            >
              {i18n._({ id: 'media.play.word', message: 'Play' })}
            </Button>
          )}
          {isMember && <SaveButton page={page} />}
          <span className="wl-item-hero-icons">
            {isMember && <SendItem item={item} />}
            <ShareItem page={page} isMember={isMember} />
            <QueueMenu item={item} />
          </span>
        </div>
      </div>
    </header>
  )
}

function Rarity({ page: { world } }: { page: ItemPage }) {
  const { i18n } = useLingui()
  if (!world) return null
  const people = oneIn({ world })
  if (people === null) return <Chip>{worldWithSourceText(i18n, world)}</Chip>
  return (
    <span className="wl-chip wl-item-rare" title={worldWithSourceText(i18n, world)}>
      <IconDiamond size={14} stroke={1.8} aria-hidden />
      <b>{i18n._({ id: 'match.rare.word', message: 'Rare' })}</b>
      <span>{i18n._({ id: 'match.rare.one-in', message: '1 in {people, number}', values: { people } })}</span>
    </span>
  )
}

/** How many people here love it, and the viewer's own rank. */
function LoveLine({ page: { people, mine } }: { page: ItemPage }) {
  const { i18n } = useLingui()
  if (people === null && mine === null) return null
  return (
    <p className="wl-muted">
      {people !== null &&
        i18n._({
          id: 'item.people',
          message: '{count, plural, one {# person here loves it.} other {# people here love it.}}',
          values: { count: people },
        })}
      {people !== null && mine !== null && ' '}
      {mine !== null && i18n._({ id: 'item.mine', message: 'It’s your #{rank}.', values: { rank: mine.rank } })}
    </p>
  )
}

function SaveButton({ page }: { page: ItemPage }) {
  const { i18n } = useLingui()
  const { item, is_saved: isSaved } = page
  const show = (saved: boolean) => cacheResponse(itemPageCalls.getItemPage, { params: { item_id: item.id } }, { ...page, is_saved: saved })
  const handlePress = async () => {
    show(!isSaved)
    await setSaved(item, !isSaved, show)
  }
  const Icon = isSaved ? IconBookmarkFilled : IconBookmark
  return (
    <Button
      variant="default"
      aria-pressed={isSaved}
      leftSection={<Icon size={18} stroke={1.8} aria-hidden />}
      onClick={() => void handlePress()}
    >
      {isSaved ? i18n._({ id: 'discover.unsave', message: 'Saved' }) : i18n._({ id: 'item.save', message: 'Save' })}
    </Button>
  )
}

/** When the viewer first played an item, and how often since. Only they see it. */
function OwnPlays({ itemId }: { itemId: string }) {
  const { i18n } = useLingui()
  const { data } = useCall(playCalls.getItemPlays, { params: { item_id: itemId } })
  if (!data || data.plays === 0) return null
  const count = { count: data.plays }
  if (data.first === null)
    return (
      <p className="wl-muted">
        {i18n._({
          id: 'item.plays',
          message: '{count, plural, one {You’ve played it # time.} other {You’ve played it # times.}}',
          values: count,
        })}
      </p>
    )
  const date = new Intl.DateTimeFormat(i18n.locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(data.first))
  return (
    <p className="wl-muted">
      {i18n._({
        id: 'item.plays.first',
        message: '{count, plural, one {# play} other {# plays}} since {date}',
        values: { ...count, date },
      })}
    </p>
  )
}
