import { type ReactNode, useRef, useState } from 'react'
import { useLingui } from '@lingui/react'
import type { Item } from '#contract/media.ts'
import type { MatchInFull } from '#contract/taste/taste.ts'
import { shortName } from '#web/ui/text/short-name.ts'
import { ItemRow } from '#web/features/media/items/ItemRow.tsx'
import { PlayAll } from '#web/features/media/queue/PlayAll.tsx'
import { Button } from '#web/ui/Button.tsx'
import { SectionHeader } from '#web/ui/SectionHeader.tsx'
import { rarityText, shortRarityText } from '#web/features/matching/rarity.messages.ts'
import './TasteLists.css'

/** The number of items shown first; the rest appears on request. */
const FIRST = 6

/** Shared items, and what each would like of the other's. */
export function TasteLists({ match: { match, person, you_would_like, they_would_like } }: { match: MatchInFull }) {
  const { i18n } = useLingui()
  const name = shortName(person)
  return (
    <div className="wl-taste-lists">
      <TasteList
        title={i18n._({ id: 'match.lists.shared', message: 'What you have in common' })}
        items={match.shared.map(({ item }) => item)}
        empty={i18n._({ id: 'match.lists.shared.empty', message: 'You don’t have anything in common to show here yet.' })}
      >
        {match.shared.map((shared) => (
          <ItemRow
            key={shared.item.id}
            item={shared.item}
            about={<span title={rarityText(i18n, shared)}>{shortRarityText(i18n, shared)}</span>}
          />
        ))}
      </TasteList>
      <TasteList
        title={i18n._({ id: 'match.lists.you', message: 'You might like' })}
        items={you_would_like.map(({ item }) => item)}
        empty={i18n._({ id: 'match.lists.you.empty', message: 'You already have everything {name} shows.', values: { name } })}
      >
        {you_would_like.map(({ item, rank }) => (
          <ItemRow
            key={item.id}
            item={item}
            about={rank === null ? null : i18n._({ id: 'match.rank.theirs', message: '{name}’s #{rank}', values: { rank, name } })}
          />
        ))}
      </TasteList>
      <TasteList
        title={i18n._({ id: 'match.lists.they', message: '{name} might like', values: { name } })}
        items={they_would_like.map(({ item }) => item)}
        empty={i18n._({ id: 'match.lists.they.empty', message: '{name} already has everything you show.', values: { name } })}
      >
        {they_would_like.map(({ item, rank }) => (
          <ItemRow
            key={item.id}
            item={item}
            about={rank === null ? null : i18n._({ id: 'match.rank.yours', message: 'Your #{rank}', values: { rank } })}
          />
        ))}
      </TasteList>
    </div>
  )
}

type TasteListProps = { title: string; items: readonly Item[]; empty: string; children: readonly ReactNode[] }

function TasteList({ title, items, empty, children }: TasteListProps) {
  const { i18n } = useLingui()
  const [isWhole, setWhole] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const all = i18n._({ id: 'match.lists.all', message: 'Show all {count}', values: { count: children.length } })
  return (
    <section className="wl-card wl-taste-list">
      <SectionHeader title={title}>
        <PlayAll items={items} of={title} />
      </SectionHeader>
      {children.length > 0 ? (
        <ul className="wl-item-list" ref={list} tabIndex={-1}>
          {isWhole ? children : children.slice(0, FIRST)}
        </ul>
      ) : (
        <p className="wl-muted">{empty}</p>
      )}
      {!isWhole && children.length > FIRST && (
        <Button
          variant="default"
          size="sm"
          aria-label={`${all}: ${title}`}
          onClick={() => {
            setWhole(true)
            // The focused button is removed; the list receives the focus.
            list.current?.focus({ preventScroll: true })
          }}
        >
          {all}
        </Button>
      )}
    </section>
  )
}
