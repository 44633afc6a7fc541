import { useRef, useState } from 'react'
import { useLingui } from '@lingui/react'
import type { Uid } from '#contract/base/ids.ts'
import { type Match, tasteCalls } from '#contract/taste/taste.ts'
import { ItemName } from '#web/features/media/items/ItemName.tsx'
import { useCall } from '#web/platform/query.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { inCommonText, noPercentText } from './match.messages.ts'
import { useWhenVisible } from './use-when-visible.ts'
import './RequestMatch.css'

const STALE_MS = 10 * 60_000
const MAX_NAMES = 3

/**
 * The match with a person who asks something, and the rarest shared items, on one line: "72% match · Khruangbin, Bonobo and 9 more".
 * @param hasLinks whether the names lead to their pages; not inside of a link
 */
export function RequestMatch({ uid, hasLinks = false }: { uid: Uid; hasLinks?: boolean }) {
  const line = useRef<HTMLSpanElement>(null)
  const [isVisible, setVisible] = useState(false)
  useWhenVisible(line, () => setVisible(true), !isVisible)
  const { data, error } = useCall(tasteCalls.getMatch, { params: { uid } }, { staleMs: STALE_MS, enabled: isVisible })
  return (
    <span ref={line} className="wl-small wl-request-match">
      {data ? <Facts match={data.match} hasLinks={hasLinks} /> : !error && <Skeleton width="60%" />}
    </span>
  )
}

function Facts({ match, hasLinks }: { match: Match; hasLinks: boolean }) {
  const { i18n } = useLingui()
  const { percent, shared } = match
  const shown = shared.slice(0, MAX_NAMES).map(({ item }) => item)
  const names = shown.map(({ name }) => name)
  const rest = match.shared_items - names.length
  const items = rest > 0 ? [...names, i18n._({ id: 'match.request.more', message: '{count} more', values: { count: rest } })] : names
  const parts = new Intl.ListFormat(i18n.locale).formatToParts(items).map(({ type, value }) => {
    const item = hasLinks && type === 'element' ? shown.find(({ name }) => name === value) : undefined
    return item ? <ItemName key={item.id} item={item} className="wl-item-within" /> : value
  })
  return (
    <>
      <strong>
        {percent === null ? noPercentText(i18n, match) : i18n._({ id: 'chat.match', message: '{percent}% match', values: { percent } })}
      </strong>
      {!match.is_hidden && (
        <>
          {' · '}
          <bdi>{names.length === 0 ? inCommonText(i18n, match) : parts}</bdi>
        </>
      )}
    </>
  )
}
