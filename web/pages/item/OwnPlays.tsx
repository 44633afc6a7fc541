import { useLingui } from '@lingui/react'
import { playCalls } from '#contract/taste/plays.ts'
import { useCall } from '#web/platform/query.ts'

/** When the viewer first played an item, and how often since. Only they see it. */
export function OwnPlays({ itemId }: { itemId: string }) {
  const { i18n } = useLingui()
  const { data } = useCall(playCalls.getItemPlays, { params: { item_id: itemId } })
  if (!data || data.plays === 0) return null
  const count = { count: data.plays }
  if (data.first === null)
    return (
      <p className="wl-muted">
        {i18n._({
          id: 'item.plays',
          message: '{count, plural, one {You’ve played it # time.} other {You’ve played it # times.}}',
          values: count,
        })}
      </p>
    )
  const date = new Intl.DateTimeFormat(i18n.locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(data.first))
  return (
    <p className="wl-muted">
      {i18n._({
        id: 'item.plays.first',
        message: '{count, plural, one {First heard on {date}, # play.} other {First heard on {date}, # plays since.}}',
        values: { ...count, date },
      })}
    </p>
  )
}
