import { useLingui } from '@lingui/react'
import type { MatchPart } from '#contract/taste.ts'
import { partName } from './match.words.ts'
import './MatchParts.css'

const order: readonly MatchPart['part'][] = ['artists', 'genres', 'tracks', 'channels', 'topics', 'listeners']
const video: ReadonlySet<MatchPart['part']> = new Set(['channels', 'topics'])

/** How alike two people are in each part of their taste. */
export function MatchParts({ parts }: { parts: readonly MatchPart[] }) {
  const { i18n } = useLingui()
  const sorted = parts.toSorted((a, b) => order.indexOf(a.part) - order.indexOf(b.part))
  return (
    <div className="wl-match-parts">
      <ul>
        {sorted.map(({ part, similarity, shared }) => (
          <li key={part}>
            <p className="wl-match-part-words">
              <span>{partName(i18n, part)}</span>
              <span className="wl-muted">
                {part !== 'listeners' && i18n._({ id: 'match.part.shared', message: '{count} shared', values: { count: shared } })}
                <span className="wl-hidden">
                  {part !== 'listeners' && ', '}
                  {i18n._({ id: 'match.part.alike', message: '{percent}% alike', values: { percent: Math.round(similarity * 100) } })}
                </span>
              </span>
            </p>
            <span className="wl-match-part-track" data-side={video.has(part) ? 'video' : 'music'} aria-hidden>
              <span style={{ width: `${Math.min(1, Math.max(0, similarity)) * 100}%` }} />
            </span>
          </li>
        ))}
      </ul>
      <p className="wl-dim wl-small">
        {i18n._({ id: 'match.parts.note', message: 'Rare favourites weigh more than hits. One song on repeat does not decide.' })}
      </p>
    </div>
  )
}
