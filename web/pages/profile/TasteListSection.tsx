import { useState, type ReactNode } from 'react'
import { useLingui } from '@lingui/react'
import { IconLock } from '@tabler/icons-react'
import type { Profile } from '#contract/profiles.ts'
import type { ListRange, TasteList } from '#contract/taste/taste-lists.ts'
import type { TasteRow } from '#contract/taste/taste.ts'
import { unreachable } from '#contract/base/unreachable.ts'
import { shortName } from '#web/ui/text/short-name.ts'
import { ItemRow } from '#web/features/media/items/ItemRow.tsx'
import { ItemTile } from '#web/features/media/items/ItemTile.tsx'
import { PlayAll } from '#web/features/media/queue/PlayAll.tsx'
import { useTasteList, type TasteListState } from '#web/features/taste/taste-list.api.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { ListEnd } from '#web/ui/ListEnd.tsx'
import { SectionHeader } from '#web/ui/SectionHeader.tsx'
import { SendItem } from '#web/features/chat/share/SendItem.tsx'
import { useViewAs } from './view-as.ts'
import { RoundItem, RoundItems } from './RoundItems.tsx'
import { useItemLabel } from './use-item-label.tsx'
import { WindowVirtualizer, type CustomContainerComponentProps, type CustomItemComponentProps } from 'virtua'
import { pressable } from '#web/ui/pressable.ts'
import { ItemsSkeleton, type Look } from './TasteSkeleton.tsx'
import './TasteListSection.css'

export type TasteListSectionProps = {
  profile: Profile
  title: string
  list: TasteList
  range: ListRange
  look: Look
  /** The text of an empty list that is not private. */
  empty: string
  /** The suggestions in the user's own empty list. */
  emptyAction?: ReactNode
}

/** The number of items shown first: full rows at every page width. */
const FIRST = { round: 24, rows: 12, tiles: 12 } as const

/** One taste list: private, empty, or its items with shared ones marked. */
export function TasteListSection({ profile, title, list, range, look, empty, emptyAction }: TasteListSectionProps) {
  const { i18n } = useLingui()
  const [isWhole, setWhole] = useState(false)
  const state = useTasteList(profile.uid, list, range, useViewAs(profile.uid))
  const marksShared = profile.relation !== 'self'
  const total = state.status === 'ready' ? state.total : 0
  return (
    <section className="wl-card wl-taste-section" aria-label={title}>
      <SectionHeader title={title}>
        {state.status === 'ready' && state.shared > 0 && (
          <span className="wl-shared-mark wl-small">
            {i18n._({
              id: 'profile.shared.count',
              message: '{count, plural, one {# shared with you} other {# shared with you}}',
              values: { count: state.shared },
            })}
          </span>
        )}
        {state.status === 'ready' && (
          <PlayAll items={state.rows.map(({ item }) => item)} of={title} from={profile.relation === 'self' ? null : shortName(profile)} />
        )}
      </SectionHeader>
      <Body
        state={state}
        profile={profile}
        empty={empty}
        emptyAction={emptyAction}
        look={look}
        isWhole={isWhole}
        marksShared={marksShared}
      />
      {!isWhole && total > FIRST[look] && (
        <Button variant="default" className="wl-taste-section-more" onClick={() => setWhole(true)}>
          {i18n._({ id: 'profile.show-all', message: 'Show all {count, number}', values: { count: total } })}
        </Button>
      )}
    </section>
  )
}

type BodyProps = {
  state: TasteListState
  profile: Profile
  empty: string
  emptyAction: ReactNode
  look: Look
  isWhole: boolean
  marksShared: boolean
}

function Body({ state, profile, empty, emptyAction, look, isWhole, marksShared }: BodyProps): ReactNode {
  if (state.status === 'loading') return <ItemsSkeleton look={look} />
  if (state.status === 'failed') return <ErrorState kind={state.failure.kind} onRetry={state.retry} />
  if (!state.visible) return <PrivateList profile={profile} />
  if (state.rows.length === 0) {
    return (
      <>
        <p className="wl-muted">{empty}</p>
        {profile.relation === 'self' && emptyAction}
      </>
    )
  }
  if (isWhole) return <TasteRows list={state} marksShared={marksShared} />
  return <FirstItems rows={state.rows.slice(0, FIRST[look])} look={look} marksShared={marksShared} />
}

function FirstItems({ rows, look, marksShared }: { rows: readonly TasteRow[]; look: Look; marksShared: boolean }): ReactNode {
  const itemLabel = useItemLabel(marksShared)
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
            <ItemRow key={row.item.id} item={row.item} about={itemLabel(row)} action={<SendItem item={row.item} />} />
          ))}
        </ul>
      )
    case 'tiles':
      return (
        <ul className="wl-taste-tiles">
          {rows.map((row) => (
            <li key={row.item.id}>
              <ItemTile item={row.item} action={<SendItem item={row.item} />}>
                <p className="wl-small wl-dim">{itemLabel(row)}</p>
              </ItemTile>
            </li>
          ))}
        </ul>
      )
    default:
      return unreachable(look)
  }
}

function PrivateList({ profile }: { profile: Profile }) {
  const { i18n } = useLingui()
  return (
    <p className="wl-muted wl-kept-private">
      <IconLock size={20} stroke={1.8} aria-hidden />
      {i18n._({ id: 'profile.private', message: '{name} keeps this private.', values: { name: shortName(profile) } })}
    </p>
  )
}

type Ready = Extract<TasteListState, { status: 'ready' }>

/** A full virtual list: renders only rows near the screen and loads further pages at the end. */
function TasteRows({ list, marksShared }: { list: Ready; marksShared: boolean }) {
  const { i18n } = useLingui()
  const itemLabel = useItemLabel(marksShared)
  return (
    <>
      <WindowVirtualizer as={List} item={Item} data={list.rows}>
        {(row) => <ItemRow key={row.item.id} as="div" item={row.item} about={itemLabel(row)} action={<SendItem item={row.item} />} />}
      </WindowVirtualizer>
      {list.hasMore && (
        <ListEnd
          list={list}
          className="wl-taste-section-more"
          more={i18n._({ id: 'profile.more', message: 'Show more' })}
          failed={i18n._({ id: 'profile.more.failed', message: 'Couldn’t load more.' })}
        />
      )}
    </>
  )
}

function List({ ref, style, children }: CustomContainerComponentProps) {
  return (
    <ul ref={ref} className="wl-item-list wl-taste-whole" style={pressable(style)}>
      {children}
    </ul>
  )
}

function Item({ ref, style, children }: CustomItemComponentProps) {
  return (
    <li ref={ref} style={style}>
      {children}
    </li>
  )
}
