import { useLingui } from '@lingui/react'
import { Link } from 'react-router'

/** Shows how many items of a list are left out because the viewer muted them. */
export function MutedNote({ count }: { count: number }) {
  const { i18n } = useLingui()
  return (
    <>
      {i18n._({
        id: 'blend.muted',
        message:
          '{count, plural, one {# item is hidden from you because of what you muted.} other {# items are hidden from you because of what you muted.}}',
        values: { count },
      })}{' '}
      <Link to="/settings#muted">{i18n._({ id: 'blend.muted.change', message: 'Change what you muted' })}</Link>
    </>
  )
}
