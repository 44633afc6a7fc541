import { useLingui } from '@lingui/react'
import type { MatchPart } from '#contract/taste/taste.ts'
import { partName } from './rarity.messages.ts'
import './MatchParts.css'

const order: readonly MatchPart['part'][] = ['artists', 'genres', 'tracks', 'channels', 'topics', 'listeners']
const video: ReadonlySet<MatchPart['part']> = new Set(['channels', 'topics'])

/** How many points of the percentage each part of two users' taste adds. A bar is as long as its points; there is none without a percentage. */
export function MatchParts({ parts, percent }: { parts: readonly MatchPart[]; percent: number | null }) {
  const { i18n } = useLingui()
  const sorted = parts.toSorted((a, b) => order.indexOf(a.part) - order.indexOf(b.part))
  const note = i18n._({
    id: 'match.parts.note',
    message: 'Rare favorites weigh more than hits. One song on repeat doesn’t decide your match.',
  })
  return (
    <div className="wl-match-parts">
      <ul>
        {sorted.map(({ part, points, shared }) => (
          <li key={part}>
            <p className="wl-match-part-words">
              <span>{partName(i18n, part)}</span>
              <span className="wl-muted">
                {part !== 'listeners' && i18n._({ id: 'match.part.shared', message: '{count} shared', values: { count: shared } })}
                {percent !== null && (
                  <span className="wl-match-part-points">
                    <bdi dir="ltr">{i18n._({ id: 'match.part.points', message: '+{points, number}', values: { points } })}</bdi>
                  </span>
                )}
              </span>
            </p>
            <span className="wl-match-part-track" data-side={video.has(part) ? 'video' : 'music'} aria-hidden>
              <span style={{ width: `${percent ? (points / percent) * 100 : 0}%` }} />
            </span>
          </li>
        ))}
      </ul>
      <p className="wl-dim wl-small">
        {percent !== null && percent > 0
          ? i18n._({ id: 'match.parts.sum', message: 'Together they add up to {percent}%. {note}', values: { percent, note } })
          : note}
      </p>
    </div>
  )
}
