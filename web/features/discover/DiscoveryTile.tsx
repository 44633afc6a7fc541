import { useLingui } from '@lingui/react'
import { IconBookmark, IconBookmarkFilled, IconThumbDown } from '@tabler/icons-react'
import type { Item } from '#contract/media.ts'
import type { Discovery } from '#contract/taste/discover.ts'
import { AvatarStack } from '#web/features/connections/AvatarStack.tsx'
import { ItemTile } from '#web/features/media/items/ItemTile.tsx'
import { WithLinks } from '#web/features/media/items/WithLinks.tsx'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { setSaved, lessLike } from './discover.commands.ts'
import { genresText, reasonText } from './discover.messages.ts'
import './Discoveries.css'
import { focusNeighbor } from '#web/ui/focus/focus-around.ts'

export type DiscoveryTileProps = {
  item: Item
  bars?: Discovery['bars'] | undefined
  reason?: Discovery['reason'] | undefined
  isKept: boolean
}

/** An item that the viewer does not have yet, with who loves it and its actions. */
export function DiscoveryTile({ item, bars, reason, isKept }: DiscoveryTileProps) {
  const { i18n } = useLingui()
  const { name } = item
  return (
    <ItemTile item={item} about={bars && genresText(i18n, bars)}>
      {reason && (
        <p className="wl-discovery-reason wl-muted wl-small">
          <AvatarStack people={reason.is_favorite ? reason.people.slice(0, 1) : reason.people} />
          <span title={reason.people.map((person) => person.name).join(', ')}>
            <WithLinks text={reasonText(i18n, reason, item.kind)} items={reason.near ? [reason.near] : []} />
          </span>
        </p>
      )}
      <div className="wl-discovery-actions">
        <ActionIcon
          aria-label={
            isKept
              ? i18n._({ id: 'discover.unsave.what', message: 'Remove {name} from saved', values: { name } })
              : i18n._({ id: 'discover.save.what', message: 'Save {name} for later', values: { name } })
          }
          title={isKept ? i18n._({ id: 'discover.unsave', message: 'Saved' }) : i18n._({ id: 'discover.save', message: 'Save for later' })}
          aria-pressed={isKept}
          onClick={() => void setSaved(item, !isKept)}
        >
          {isKept ? <IconBookmarkFilled size={18} aria-hidden /> : <IconBookmark size={18} stroke={1.8} aria-hidden />}
        </ActionIcon>
        {reason && (
          <ActionIcon
            icon={IconThumbDown}
            iconSize={18}
            aria-label={i18n._({ id: 'discover.less.what', message: 'Less like {name}', values: { name } })}
            title={i18n._({ id: 'discover.less', message: 'Less like this' })}
            onClick={(event) => {
              focusNeighbor(event.currentTarget, 'button')
              void lessLike(item)
            }}
          />
        )}
      </div>
    </ItemTile>
  )
}
