import { useId, useState } from 'react'
import { useLingui } from '@lingui/react'
import { IconDots, IconPlaylistAdd, IconRowInsertBottom, IconTrash } from '@tabler/icons-react'
import type { Blend, BlendItem } from '#contract/blends.ts'
import type { PersonCard } from '#contract/people.ts'
import { blendCommands } from '#web/features/blends/blends.commands.ts'
import { memberName, namesText, reasonText } from '#web/features/blends/blends.messages.ts'
import { AvatarStack } from '#web/features/connections/AvatarStack.tsx'
import { CreatorName, ItemName } from '#web/features/media/items/ItemName.tsx'
import { lengthText } from '#web/features/media/items/length-text.ts'
import { entryOf, playableOf, videoPicture } from '#web/features/media/items/play.ts'
import { creatorOf, WithLinks } from '#web/features/media/items/WithLinks.tsx'
import { PlayItem } from '#web/features/media/items/PlayItem.tsx'
import { choosePlatform } from '#web/features/media/players/choose-platform.ts'
import { queue, type NewEntry } from '#web/features/media/queue/queue.store.ts'
import { togetherEntries } from '#web/features/media/together/together-entry.ts'
import { togetherItem } from '#web/features/media/together/together-item.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { Artwork } from '#web/ui/Artwork.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { MenuButton } from '#web/ui/inputs/MenuButton.tsx'

const MAX_FACES = 4

type BlendRowProps = { blend: Blend; entry: BlendItem; me: string | null; from: string }

/** An item of the mix: who brought it, whom it fits and why, and for whom it is new. */
export function BlendRow({ blend, entry: { item, by, fits, new_to: newTo, is_changed: isChanged }, me, from }: BlendRowProps) {
  const { i18n } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const detailsId = useId()
  const people = new Map(blend.members.map(({ person }) => [person.uid, person]))
  const joined = blend.members.filter(({ state }) => state === 'joined').length
  const contributor = people.get(by)
  const fitting = fits.flatMap(({ uid, why }) => {
    const person = people.get(uid)
    return person ? [{ person, why }] : []
  })
  const fresh = newTo.flatMap((uid) => people.get(uid) ?? [])
  const isNewToMe = newTo.includes(me ?? '')
  return (
    <li className="wl-blend-row">
      <PlayItem item={item} size="small" from={from} />
      <span className="wl-blend-row-art">
        <Artwork
          id={item.id}
          kind={item.kind}
          src={item.kind === 'video' ? videoPicture(item.youtube_id) : null}
          size={item.kind === 'video' ? 68 : 40}
        />
      </span>
      <span className="wl-item-row-text wl-blend-row-text">
        <span className="wl-line wl-item-row-name">
          <ItemName item={item} />
        </span>
        <span className="wl-line wl-dim">
          <CreatorName item={item} />
        </span>
      </span>
      {(isChanged || isNewToMe) && (
        <span className="wl-blend-row-marks">
          {isChanged && <Chip kind="match">{i18n._({ id: 'blend.changed', message: 'New this week' })}</Chip>}
          {isNewToMe && <Chip>{i18n._({ id: 'item.work.new', message: 'New to you' })}</Chip>}
        </span>
      )}
      <span className="wl-blend-row-by">
        {contributor && <Avatar person={contributor} size={24} />}
        <span className="wl-line">
          {contributor?.uid === me ? (
            <>
              <span className="wl-blend-row-word">{i18n._({ id: 'match-time.you-brought', message: 'Brought by you' })}</span>
              <span className="wl-blend-row-me">{memberName(i18n, contributor, me)}</span>
            </>
          ) : (
            <>
              <span className="wl-blend-row-word">{i18n._({ id: 'blend.brought', message: 'Brought by' })} </span>
              {contributor && memberName(i18n, contributor, me)}
            </>
          )}
        </span>
      </span>
      <button type="button" className="wl-blend-fits" aria-expanded={isOpen} aria-controls={detailsId} onClick={() => setOpen(!isOpen)}>
        <AvatarStack people={fitting.map(({ person }) => person)} size={22} max={MAX_FACES} />
        {i18n._({ id: 'blend.fits', message: 'Fits {count} of {all}', values: { count: fitting.length, all: joined } })}
      </button>
      <span className="wl-blend-row-length">{lengthText(item)}</span>
      <RowMenu blendId={blend.id} item={item} from={from} />
      <div className="wl-blend-row-why" id={detailsId} hidden={!isOpen}>
        <ul>
          {fitting.map(({ person, why }) => (
            <Reason
              key={person.uid}
              person={person}
              text={reasonText(i18n, why, item)}
              items={why === 'creator' ? (item.by === null ? [item] : creatorOf(item)) : []}
              me={me}
            />
          ))}
        </ul>
        {fresh.length > 0 && (
          <p className="wl-muted wl-small">
            {i18n._({ id: 'blend.new-to', message: 'New to {who}', values: { who: namesText(i18n, fresh, me) } })}
          </p>
        )}
      </div>
    </li>
  )
}

type ReasonProps = { person: PersonCard; text: string; items: ReturnType<typeof creatorOf>; me: string | null }

function Reason({ person, text, items, me }: ReasonProps) {
  const { i18n } = useLingui()
  return (
    <li>
      <Avatar person={person} size={22} />
      <span>
        <strong>{memberName(i18n, person, me)}</strong>{' '}
        <span className="wl-muted">
          <WithLinks text={text} items={items} />
        </span>
      </span>
    </li>
  )
}

function RowMenu({ blendId, item, from }: { blendId: string; item: BlendItem['item']; from: string }) {
  const { i18n } = useLingui()
  const playable = playableOf(item)
  const entry = playable && entryOf(playable, from)
  const add = async (to: (entries: readonly NewEntry[]) => void) => {
    if (entry) to([{ ...entry, playable: await choosePlatform(entry.playable) }])
  }
  return (
    <MenuButton
      button={
        <ActionIcon
          icon={IconDots}
          iconSize={18}
          size={40}
          aria-label={i18n._({ id: 'queue.menu', message: 'More for {name}', values: { name: item.name } })}
        />
      }
      entries={() => [
        ...(entry
          ? [
              {
                icon: IconRowInsertBottom,
                label: i18n._({ id: 'queue.play-next', message: 'Play next' }),
                act: () => void add(queue.playNext),
              },
              { icon: IconPlaylistAdd, label: i18n._({ id: 'queue.add', message: 'Add to queue' }), act: () => void add(queue.append) },
            ]
          : []),
        ...togetherEntries(i18n, togetherItem(item)),
        {
          icon: IconTrash,
          label: i18n._({ id: 'blend.remove', message: 'Remove for everyone' }),
          act: () => void blendCommands.remove(blendId, item),
          isBad: true,
        },
      ]}
    />
  )
}
