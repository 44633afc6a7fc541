import { useLingui } from '@lingui/react'
import { relativeTime } from '#web/ui/text/relative-time.ts'
import { useNow } from '#web/ui/text/use-now.ts'

/** When the ranking was computed: "updated 4 min. ago". */
export function RankingAge({ atMs }: { atMs: number }) {
  const { i18n } = useLingui()
  const when = relativeTime(new Date(atMs).toISOString(), i18n.locale, useNow())
  return i18n._({ id: 'match.updated', message: 'updated {when}', values: { when } })
}
