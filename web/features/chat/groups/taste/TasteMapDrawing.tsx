import { useRef, useState, type CSSProperties, type KeyboardEvent } from 'react'
import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import type { TasteMap, TasteMapPair } from '#contract/taste/group-taste.ts'
import { MUSIC_BARS } from '#contract/taste/print.ts'
import { useMyUid } from '#web/features/identity/auth.store.ts'
import { useWidth } from '#web/features/matching/print/use-width.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { barsText, nameOf, pairText } from './taste-map.messages.ts'

/** Matches from this percentage on are drawn as lines whose width shows the match. */
const CLOSE_PERCENT = 50
const MARGIN = 1.1
/** Pixels for the width of a face. With the least distance of two faces, touch targets don't overlap; a mouse needs less. */
const SCALE = { min: 34, minForMouse: 26, max: 58 }
const MAX_HEIGHT = 440
const SHOWN_PAIRS = 3
const NEXT: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

type Point = { x: number; y: number }

/** The map: pressing a person lights their lines, pressing a line names the pair. Arrow keys move from face to face. */
export function TasteMapDrawing({ map }: { map: TasteMap }) {
  const { i18n } = useLingui()
  const me = useMyUid()
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const faces = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const [pair, setPair] = useState<TasteMapPair | null>(null)
  const placed = map.members.flatMap(({ person, place }) => (place ? [{ person, place }] : []))
  const { at, size, scale } = fitToWidth(
    placed.map(({ place }) => place),
    width,
  )
  const points = new Map(placed.map(({ person, place }) => [person.uid, at(place)]))
  const lines = map.pairs.filter(({ percent }) => percent >= CLOSE_PERCENT)
  // One tab stop: the chosen face, or the viewer's own.
  const stop = [chosen, me, placed[0]?.person.uid].find((uid) => uid != null && points.has(uid))
  const byColumn = placed.toSorted((a, b) => a.place.x - b.place.x || a.place.y - b.place.y)

  function handleKeyDown(event: KeyboardEvent): void {
    const step = NEXT[event.key]
    if (event.key === 'Escape') setChosen(null)
    if (step === undefined) return
    event.preventDefault()
    const now = byColumn.findIndex(({ person }) => person.uid === stop)
    const next = byColumn[(now + step + byColumn.length) % byColumn.length]?.person.uid ?? null
    choose(next)
    faces.current?.querySelector<HTMLElement>(`[data-uid="${next ?? ''}"]`)?.focus()
  }
  function choose(uid: string | null): void {
    setPair(null)
    setChosen(uid)
  }
  const isHighlighted = ({ one, other }: TasteMapPair) =>
    (chosen === null && pair === null) || one === chosen || other === chosen || (pair?.one === one && pair.other === other)

  return (
    <>
      <div className="wl-taste-map" ref={box}>
        <div className="wl-taste-map-plane" style={{ width: size.x, height: size.y }} ref={faces}>
          <svg viewBox={`0 0 ${size.x} ${size.y}`} width={size.x} height={size.y} aria-hidden>
            {map.areas.map(({ uids, bars }) => (
              <Area
                key={uids.join(' ')}
                points={uids.flatMap((uid) => points.get(uid) ?? [])}
                scale={scale}
                isVideo={(bars[0] ?? 0) >= MUSIC_BARS}
              />
            ))}
            {lines.map((line) => (
              <Line
                key={`${line.one} ${line.other}`}
                from={points.get(line.one)}
                to={points.get(line.other)}
                percent={line.percent}
                isHighlighted={isHighlighted(line)}
                onPress={() => (setChosen(null), setPair(line))}
              />
            ))}
          </svg>
          <ul aria-label={i18n._({ id: 'taste-map.people', message: 'Members by taste' })}>
            {byColumn.map(({ person }) => {
              const point = points.get(person.uid) ?? { x: 0, y: 0 }
              const style: CSSProperties = { left: point.x, top: point.y }
              return (
                <li key={person.uid}>
                  <button
                    type="button"
                    className="wl-taste-face"
                    style={style}
                    data-uid={person.uid}
                    data-me={person.uid === me || undefined}
                    tabIndex={person.uid === stop ? 0 : -1}
                    aria-pressed={person.uid === chosen}
                    onClick={() => choose(person.uid === chosen ? null : person.uid)}
                    onKeyDown={handleKeyDown}
                  >
                    <Avatar person={person} size={Math.round(scale)} />
                    <span className="wl-hidden">{faceLabel(i18n, map, person.uid, me)}</span>
                  </button>
                </li>
              )
            })}
          </ul>
        </div>
      </div>
      <output className="wl-taste-chosen">
        {chosen === null ? pair && <PairText map={map} pair={pair} /> : <Chosen map={map} uid={chosen} />}
      </output>
      <ul className="wl-taste-areas">
        {map.areas.map(({ uids, bars }) => (
          <li key={uids.join(' ')} data-video={(bars[0] ?? 0) >= MUSIC_BARS || undefined}>
            {barsText(i18n, bars)}
          </li>
        ))}
      </ul>
    </>
  )
}

function faceLabel(i18n: I18n, map: TasteMap, uid: string, me: string | null): string {
  const mine = pairsOf(map, uid).find(({ one, other }) => one === me || other === me)
  const name = nameOf(i18n, map, uid, me)
  if (uid === me || !mine) return name
  return i18n._({ id: 'taste-map.face', message: '{name}, {percent}% with you', values: { name, percent: mine.percent } })
}

type LineProps = { from: Point | undefined; to: Point | undefined; percent: number; isHighlighted: boolean; onPress: () => void }

/** The line of a close pair, with a wide invisible one as the click target. */
function Line({ from, to, percent, isHighlighted, onPress }: LineProps) {
  if (!from || !to) return null
  const ends = { x1: from.x, y1: from.y, x2: to.x, y2: to.y }
  return (
    <g className="wl-taste-line" data-lit={isHighlighted || undefined} onClick={onPress}>
      <line {...ends} strokeWidth={1 + ((percent - CLOSE_PERCENT) / CLOSE_PERCENT) * 5} />
      <line className="wl-taste-line-target" {...ends} strokeWidth={20} />
    </g>
  )
}

const pairsOf = ({ pairs }: TasteMap, uid: string): TasteMapPair[] => pairs.filter(({ one, other }) => one === uid || other === uid)

function PairText({ map, pair }: { map: TasteMap; pair: TasteMapPair }) {
  const { i18n } = useLingui()
  const me = useMyUid()
  const percent = i18n._({ id: 'taste-map.percent', message: '{percent}%', values: { percent: pair.percent } })
  return [pairText(i18n, map, pair, me), percent, barsText(i18n, pair.bars)].filter((part) => part !== '').join(' · ')
}

/** The closest matches of a member. */
function Chosen({ map, uid }: { map: TasteMap; uid: string }) {
  const { i18n } = useLingui()
  const me = useMyUid()
  return (
    <>
      <Link to={`/profile/${uid}`}>{nameOf(i18n, map, uid, me)}</Link>
      <ul className="wl-muted wl-small">
        {pairsOf(map, uid)
          .slice(0, SHOWN_PAIRS)
          .map((pair) => (
            <li key={`${pair.one} ${pair.other}`}>
              <PairText map={map} pair={pair} />
            </li>
          ))}
      </ul>
    </>
  )
}

/** A soft cloud around the members of an area: around each, and between each and their middle. */
function Area({ points, scale, isVideo }: { points: readonly Point[]; scale: number; isVideo: boolean }) {
  const center = {
    x: points.reduce((sum, { x }) => sum + x, 0) / Math.max(1, points.length),
    y: points.reduce((sum, { y }) => sum + y, 0) / Math.max(1, points.length),
  }
  return (
    <g className="wl-taste-area" data-video={isVideo || undefined}>
      {points.map(({ x, y }) => (
        <line key={`${x} ${y}`} x1={center.x} y1={center.y} x2={x} y2={y} strokeWidth={scale * 1.2} />
      ))}
    </g>
  )
}

/** Scales the places so that they fill the width; a map of many members scrolls instead of getting smaller than a fingertip. */
function fitToWidth(places: readonly Point[], width: number) {
  const [left, top] = [Math.min(...places.map(({ x }) => x)) - MARGIN, Math.min(...places.map(({ y }) => y)) - MARGIN]
  const span = { x: Math.max(...places.map(({ x }) => x)) + MARGIN - left, y: Math.max(...places.map(({ y }) => y)) + MARGIN - top }
  const min = matchMedia('(pointer: fine)').matches ? SCALE.minForMouse : SCALE.min
  const scale = Math.min(SCALE.max, Math.max(min, Math.min(width / span.x, MAX_HEIGHT / span.y)))
  return {
    scale,
    size: { x: Math.round(span.x * scale), y: Math.round(span.y * scale) },
    at: ({ x, y }: Point): Point => ({ x: (x - left) * scale, y: (y - top) * scale }),
  }
}
