import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLingui } from '@lingui/react'
import type { TogetherMark } from '#contract/together.ts'

const EVERY_MS = 5_000

/** Announces new reactions of others to screen readers: as a sum, and not more often than every 5 s. */
export function ReactionAnnouncer({ marks, me }: { marks: readonly TogetherMark[]; me: string }) {
  const { i18n } = useLingui()
  const [count, setCount] = useState(0)
  const announced = useRef(marks.at(-1))
  const announce = useEffectEvent(() => {
    const last = announced.current
    const at = last ? marks.findLastIndex((mark) => isSame(mark, last)) : -1
    announced.current = marks.at(-1)
    setCount(marks.slice(at + 1).filter(({ by }) => by !== me).length)
  })
  useEffect(() => {
    const timer = setInterval(announce, EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <output className="wl-hidden">
      {count > 0 &&
        i18n._({ id: 'together.reactions', message: '{count, plural, one {# reaction} other {# reactions}}', values: { count } })}
    </output>
  )
}

/** Each frame brings new objects. */
const isSame = (one: TogetherMark, other: TogetherMark): boolean =>
  one.by === other.by && one.emoji === other.emoji && one.position_ms === other.position_ms
