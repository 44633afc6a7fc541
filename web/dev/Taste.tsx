import { useState } from 'react'
import type { Audience } from '#contract/people.ts'
import { OpenOutside } from '#web/features/media/items/OpenOutside.tsx'
import { ItemChip } from '#web/features/media/items/ItemChip.tsx'
import { PlayerMessage } from '#web/features/media/players/PlayerFrame.tsx'
import { VideoGrid } from '#web/features/media/players/VideoGrid.tsx'
import { AudienceChoice } from '#web/features/sources/AudienceChoice.tsx'
import { DiscoveryTile } from '#web/features/discover/DiscoveryTile.tsx'
import { RankedPercent } from '#web/features/matching/RankedPercent.tsx'
import type { MatchQuery } from '#web/features/matching/match-filter.ts'
import { MatchDetails } from '#web/features/matching/MatchDetails.tsx'
import { MatchFilters } from '#web/features/matching/MatchFilters.tsx'
import { MatchSummary } from '#web/features/matching/MatchSummary.tsx'
import { PickedChips } from '#web/features/sources/PickedChips.tsx'
import { pickOfItem } from '#web/features/sources/picks.ts'
import { SourceImportDrop } from '#web/features/imports/SourceImportDrop.tsx'
import { SourceImportHistory, SourceImportRunning } from '#web/features/imports/SourceImportRow.tsx'
import { TasteLists } from '#web/features/taste/TasteLists.tsx'
import { fullMatches, finished, places, running, videos } from './more.samples.ts'
import { cards, allPeople, items } from './samples.ts'
import { Specimen } from './Specimen.tsx'
import '#web/features/sources/SourceCard.css'
import '#web/features/imports/SourceImport.css'

const noop = () => undefined

/** One of each kind of reason; the last item is a saved one, which has none. */
const reasons = [
  { people: [...allPeople], others: 0, at_least_percent: 80, is_favorite: true, near: null },
  { people: [], others: 3, at_least_percent: 75, is_favorite: false, near: items[2] ?? null },
  { people: allPeople.slice(2), others: 1_204, at_least_percent: 80, is_favorite: false, near: null },
]

/** A match in each size, and recommendations. */
export function Matches() {
  const [query, setQuery] = useState<MatchQuery>({ filter: 'all', language: 'de' })
  return (
    <>
      <Specimen title="MatchFilters, RankedPercent">
        <MatchFilters query={query} onChange={setQuery} />
        {(['all', 'music', 'video'] as const).flatMap((filter) =>
          cards
            .slice(-2)
            .map(({ match, person }) => <RankedPercent key={`${filter} ${person.uid}`} match={match} filter={filter} person={person} />),
        )}
      </Specimen>
      <Specimen title="MatchSummary: a match, too little to say">
        {fullMatches.map(({ match, prints, person }) => (
          <MatchSummary key={person.uid} match={match} prints={prints} person={person} />
        ))}
      </Specimen>
      <Specimen title="MatchDetails and TasteLists: a match, too little to say">
        {fullMatches.map((match) => (
          <MatchDetails key={match.person.uid} match={match} />
        ))}
        {fullMatches.map((match) => (
          <TasteLists key={match.person.uid} match={match} />
        ))}
      </Specimen>
      <Specimen title="DiscoveryTile: named, counted, saved, kept without a reason">
        <ul className="wl-discovery-grid" data-shape="square">
          {items.map((item, index) => (
            <li key={item.id}>
              <DiscoveryTile item={item} bars={places('jazz', 'ambient')} reason={reasons[index]} isKept={index > 1} />
            </li>
          ))}
        </ul>
      </Specimen>
    </>
  )
}

/** Sources, imports and players. */
export function Sources() {
  const [audience, setAudience] = useState<Audience>('buddies')
  return (
    <>
      <Specimen title="AudienceChoice, PickedChips: some, none">
        <AudienceChoice label="Who may see it" value={audience} onChange={setAudience} />
        <PickedChips picks={items.map(pickOfItem)} onRemove={noop} />
        <PickedChips picks={[]} onRemove={noop} />
      </Specimen>
      <Specimen title="An import: where it is dropped, reading, waiting, done, failed, cancelled">
        <SourceImportDrop isBusy={false} onFile={noop} />
        <SourceImportDrop isBusy onFile={noop} />
        {running.map((source) => (
          <SourceImportRunning key={source.status} fileImport={source} upload={{ status: 'idle' }} />
        ))}
        <div>
          <SourceImportHistory imports={finished} onForget={noop} />
        </div>
      </Specimen>
      <Specimen title="Of the players: the videos of a channel, words in a player’s place, a chip that plays, the way outside">
        <VideoGrid videos={videos} selected={videos[0]?.video_id ?? ''} onSelect={noop} />
        <div className="wl-player">
          <PlayerMessage text="YouTube’s player can’t be reached." href="https://www.youtube.com" platform="YouTube" />
        </div>
        {items.map((item) => (
          <ItemChip key={item.id} item={item} />
        ))}
        <OpenOutside href="https://www.youtube.com" platform="YouTube" />
      </Specimen>
    </>
  )
}
