import { useLingui } from '@lingui/react'
import { IconArrowUp } from '@tabler/icons-react'
import type { NewMoments } from '#web/features/moments/feed/use-new-moments.ts'
import './NewPill.css'

/** Says how many new moments wait above, and goes to them when pressed. It lies over the feed and moves nothing. */
export function NewPill({ moments }: { moments: NewMoments }) {
  const { i18n } = useLingui()
  const { count, isMore } = moments
  const handlePress = () => {
    moments.show()
    window.scrollTo({ left: 0, top: 0, behavior: 'instant' })
  }
  return (
    <output className="wl-new-pill">
      {count > 0 && (
        <button type="button" onClick={handlePress}>
          <IconArrowUp size={18} stroke={2} aria-hidden />
          {isMore
            ? i18n._({ id: 'moments.new.more', message: 'More than {count} new', values: { count } })
            : i18n._({ id: 'moments.new', message: '{count, plural, one {# new} other {# new}}', values: { count } })}
        </button>
      )}
    </output>
  )
}
