import { type ComponentType, useRef, useState } from 'react'
import { useLingui } from '@lingui/react'
import type { Uid } from '#contract/base/ids.ts'
import type { Item } from '#contract/media.ts'
import { type Match, tasteCalls } from '#contract/taste/taste.ts'
import { useCall } from '#web/platform/query.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { inCommonText, noPercentText } from './match.messages.ts'
import { useWhenVisible } from '#web/ui/use-when-visible.ts'
import './RequestMatch.css'

type Name = ComponentType<{ item: Item }>

const STALE_MS = 10 * 60_000
const MAX_NAMES = 3

/**
 * The match with a person who sent a request, and the rarest shared items, on one line: "72% match · Khruangbin, Bonobo and 9 more".
 * @param name shows the name of an item, for example as a link; inside of a link it must not
 */
export function RequestMatch({ uid, name = PlainName }: { uid: Uid; name?: Name }) {
  const line = useRef<HTMLSpanElement>(null)
  const [isVisible, setVisible] = useState(false)
  useWhenVisible(line, () => setVisible(true), !isVisible)
  const { data, error } = useCall(tasteCalls.getMatch, { params: { uid } }, { staleMs: STALE_MS, enabled: isVisible })
  return (
    <span ref={line} className="wl-small wl-request-match">
      {data ? <Summary match={data.match} name={name} /> : !error && <Skeleton width="60%" />}
    </span>
  )
}

const PlainName: Name = ({ item }) => item.name

function Summary({ match, name: Name }: { match: Match; name: Name }) {
  const { i18n } = useLingui()
  const { percent, shared } = match
  const shown = shared.slice(0, MAX_NAMES).map(({ item }) => item)
  const names = shown.map(({ name }) => name)
  const rest = match.shared_items - names.length
  const items = rest > 0 ? [...names, i18n._({ id: 'match.request.more', message: '{count} more', values: { count: rest } })] : names
  const parts = new Intl.ListFormat(i18n.locale).formatToParts(items).map(({ type, value }) => {
    const item = type === 'element' ? shown.find(({ name }) => name === value) : undefined
    return item ? (
      <bdi key={item.id}>
        <Name item={item} />
      </bdi>
    ) : (
      value
    )
  })
  return (
    <>
      <strong>
        {percent === null ? noPercentText(i18n, match) : i18n._({ id: 'chat.match', message: '{percent}% match', values: { percent } })}
      </strong>
      {!match.is_hidden && (
        <>
          {' · '}
          {names.length === 0 ? inCommonText(i18n, match) : parts}
        </>
      )}
    </>
  )
}
