import { useLingui } from '@lingui/react'
import { IconEyeOff } from '@tabler/icons-react'
import type { RangeItem } from '#contract/taste/plays.ts'
import { ItemName } from '#web/features/media/items/ItemName.tsx'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { Artwork } from '#web/ui/Artwork.tsx'
import { hideItem } from './plays.commands.ts'
import { countsText, firstText } from './plays.messages.ts'

/** The most played items of a kind, with the day of the first play. */
export function Tops({ title, items }: { title: string; items: readonly RangeItem[] }) {
  const { i18n } = useLingui()
  if (items.length === 0) return null
  return (
    <section className="wl-card wl-plays-card" aria-label={title}>
      <h2>{title}</h2>
      <ol className="wl-plays-list">
        {items.map(({ item, plays, seconds, before, first }) => (
          <li key={item.id}>
            <Artwork id={item.id} kind={item.kind} size={40} />
            <span className="wl-plays-text">
              <strong className="wl-line">
                <ItemName item={item} />
              </strong>
              <span className="wl-dim wl-small">{countsText(i18n, plays, seconds)}</span>
              {first !== null && <span className="wl-dim wl-small">{firstText(i18n, first)}</span>}
            </span>
            {before !== null && before > 0 && before !== plays && (
              <span className="wl-plays-change" data-up={plays > before || undefined}>
                {new Intl.NumberFormat(i18n.locale, { signDisplay: 'always' }).format(plays - before)}
              </span>
            )}
            <ActionIcon
              aria-label={i18n._({ id: 'plays.hide', message: 'Hide {name} from your plays', values: { name: item.name } })}
              onClick={() => void hideItem(item.id)}
            >
              <IconEyeOff size={18} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ol>
    </section>
  )
}
