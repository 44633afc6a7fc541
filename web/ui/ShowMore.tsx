import { useLingui } from '@lingui/react'
import type { More } from '#web/platform/query-pages.ts'
import { Button } from './Button.tsx'

/** The button below a list that has more pages. */
export function ShowMore({ more }: { more: More | null }) {
  const { i18n } = useLingui()
  if (!more) return null
  return (
    <Button variant="subtle" loading={more.isLoading} onClick={more.load}>
      {i18n._({ id: 'list.more', message: 'Show more' })}
    </Button>
  )
}
