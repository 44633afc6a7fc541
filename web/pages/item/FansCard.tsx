import { useState } from 'react'
import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import type { ItemFan, ItemPage } from '#contract/taste/item-pages.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { SectionHeader } from '#web/ui/SectionHeader.tsx'

const BARS = [1, 2, 3, 4, 5]

/** How much a user loves an item, as five bars. Decorative: the text beside it says it in words. */
function LoveBars({ love, side }: { love: number; side: 'music' | 'video' }) {
  return (
    <span className="wl-love-bars" data-side={side} aria-hidden>
      {BARS.map((bar) => (
        <span key={bar} data-on={bar <= love || undefined} style={{ height: 4 + bar * 3 }} />
      ))}
    </span>
  )
}

const FIRST = 6

/** Which of the viewer's buddies love the item, and how much. */
export function FansCard({ page: { fans, buddies, item } }: { page: ItemPage }) {
  const { i18n } = useLingui()
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? fans : fans.slice(0, FIRST)
  return (
    <section className="wl-card" aria-label={i18n._({ id: 'item.fans', message: 'Fans among your buddies' })}>
      <SectionHeader title={i18n._({ id: 'item.fans', message: 'Fans among your buddies' })}>
        {fans.length > 0 && (
          <span className="wl-muted wl-small">
            {i18n._({ id: 'item.fans.count', message: '{fans, number} of {buddies, number}', values: { fans: fans.length, buddies } })}
          </span>
        )}
      </SectionHeader>
      {fans.length === 0 && (
        <p className="wl-muted">
          {i18n._({
            id: 'item.fans.none',
            message: 'You’re the first of your buddies here. Send {name} to someone who’d love it.',
            values: { name: item.name },
          })}
        </p>
      )}
      <ul className="wl-item-fans">
        {shown.map((fan) => (
          <Fan key={fan.person.uid} fan={fan} side={item.kind === 'channel' || item.kind === 'video' ? 'video' : 'music'} />
        ))}
      </ul>
      {!isWhole && fans.length > FIRST && (
        <Button variant="default" onClick={() => setWhole(true)}>
          {i18n._({ id: 'discover.all', message: 'Show all {count}', values: { count: fans.length } })}
        </Button>
      )}
    </section>
  )
}

function Fan({ fan: { person, rank, love, is_recent: isRecent }, side }: { fan: ItemFan; side: 'music' | 'video' }) {
  const { i18n } = useLingui()
  return (
    <li>
      <Link to={`/profile/${person.uid}`} tabIndex={-1} aria-hidden>
        <Avatar person={person} size={40} />
      </Link>
      <span className="wl-item-fan-text">
        <Link to={`/profile/${person.uid}`} className="wl-item-name">
          <strong className="wl-line">{person.name}</strong>
        </Link>
        <span className="wl-muted wl-small">
          {isRecent
            ? i18n._({ id: 'item.fan.recent', message: 'Their #{rank}, played a lot lately', values: { rank } })
            : i18n._({ id: 'item.fan.rank', message: 'Their #{rank}', values: { rank } })}
        </span>
      </span>
      <LoveBars love={love} side={side} />
    </li>
  )
}
