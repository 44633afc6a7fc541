import { useState, type ReactNode } from 'react'
import { useLingui } from '@lingui/react'
import { IconLock } from '@tabler/icons-react'
import type { Profile } from '#contract/profiles.ts'
import type { TasteRow } from '#contract/taste.ts'
import { unreachable } from '#contract/unreachable.ts'
import { shortName } from '#web/features/connections/short-name.ts'
import { ItemRow } from '#web/features/media/ItemRow.tsx'
import { ItemTile } from '#web/features/media/ItemTile.tsx'
import { Button } from '#web/ui/Button.tsx'
import { RoundItem, RoundItems } from './RoundItems.tsx'
import { useStandingWords } from './standing-words.tsx'
import './TasteSections.css'

type Section = { visible: boolean; rows: readonly TasteRow[] }
export type TasteSectionProps = {
  profile: Profile
  title: string
  section: Section
  /** How the things are drawn: round artworks, rows, or tiles with a wide picture. */
  look: 'round' | 'rows' | 'tiles'
  /** The sentence when there is nothing, and it is no secret. */
  empty: string
}

const FIRST = { round: 24, rows: 30, tiles: 12 } as const

/** One kind of things somebody loves: private, empty, or the things themselves with what the viewer shares marked. */
export function TasteSection({ profile, title, section, look, empty }: TasteSectionProps) {
  const { i18n } = useLingui()
  const [isWhole, setIsWhole] = useState(false)
  const { rows } = section
  const marksShared = profile.relation !== 'self'
  const shared = marksShared ? rows.filter((row) => row.shared).length : 0
  return (
    <section className="wl-card wl-taste-section">
      <header>
        <h2>{title}</h2>
        {shared > 0 && (
          <span className="wl-shared-mark wl-small">
            {i18n._({
              id: 'profile.shared.count',
              message: '{count, plural, one {# shared with you} other {# shared with you}}',
              values: { count: shared },
            })}
          </span>
        )}
      </header>
      {!section.visible && <KeptPrivate profile={profile} />}
      {section.visible && rows.length === 0 && <p className="wl-muted">{empty}</p>}
      {rows.length > 0 && <Things rows={isWhole ? rows : rows.slice(0, FIRST[look])} look={look} marksShared={marksShared} />}
      {!isWhole && rows.length > FIRST[look] && (
        <Button variant="default" className="wl-taste-section-more" onClick={() => setIsWhole(true)}>
          {i18n._({ id: 'profile.show-all', message: 'Show all {count, number}', values: { count: rows.length } })}
        </Button>
      )}
    </section>
  )
}

function Things({
  rows,
  look,
  marksShared,
}: {
  rows: readonly TasteRow[]
  look: TasteSectionProps['look']
  marksShared: boolean
}): ReactNode {
  const words = useStandingWords(marksShared)
  switch (look) {
    case 'round':
      return (
        <RoundItems>
          {rows.map((row) => (
            <RoundItem key={row.item.id} row={row} marksShared={marksShared} />
          ))}
        </RoundItems>
      )
    case 'rows':
      return (
        <ul className="wl-item-list wl-taste-rows">
          {rows.map((row) => (
            <ItemRow
              key={row.item.id}
              item={row.item}
              about={
                <>
                  {row.item.by !== null && <bdi>{row.item.by}</bdi>}
                  {row.item.by !== null && ' · '}
                  {words(row)}
                </>
              }
            />
          ))}
        </ul>
      )
    case 'tiles':
      return (
        <ul className="wl-taste-tiles">
          {rows.map((row) => (
            <li key={row.item.id}>
              <ItemTile item={row.item}>
                <p className="wl-small wl-dim">{words(row)}</p>
              </ItemTile>
            </li>
          ))}
        </ul>
      )
    default:
      return unreachable(look)
  }
}

function KeptPrivate({ profile }: { profile: Profile }) {
  const { i18n } = useLingui()
  return (
    <p className="wl-muted wl-kept-private">
      <IconLock size={20} stroke={1.8} aria-hidden />
      {i18n._({ id: 'profile.private', message: '{name} keeps this private.', values: { name: shortName(profile) } })}
    </p>
  )
}
