import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { momentCalls } from '#contract/moments.ts'
import { momentAddress } from '#web/features/moments/moment-address.ts'
import type { FailureKind } from '#web/platform/api-error.ts'
import { useCall } from '#web/platform/query.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Picture } from '#web/ui/Picture.tsx'

const MOMENT_STALE_MS = 5 * 60_000

/** A small preview of the moment that a message refers to, if the reader may see it. */
export function MomentReference({ id, isPlain = false }: { id: string; isPlain?: boolean }) {
  const { i18n } = useLingui()
  const { data: moment, isPending, error } = useCall(momentCalls.getMoment, { params: { id } }, { staleMs: MOMENT_STALE_MS })
  if (isPending) return <div className="wl-moment-ref" aria-hidden />
  if (!moment) return <p className="wl-moment-ref wl-dim wl-small">{missingText(i18n, error?.failure.kind)}</p>
  const { author, text, pictures } = moment
  const [picture] = pictures
  const content = (
    <>
      {picture ? <Picture src={picture.small_url} alt={picture.alt} width={44} height={44} /> : <Avatar person={author} size={36} />}
      <span className="wl-moment-ref-text">
        <span className="wl-line wl-small wl-dim">
          {i18n._({ id: 'chat.moment', message: '{name}’s moment', values: { name: author.name } })}
        </span>
        <span className="wl-line" dir="auto">
          {text ||
            i18n._({
              id: 'chat.preview.picture',
              message: '{count, plural, one {Picture} other {# pictures}}',
              values: { count: pictures.length },
            })}
        </span>
      </span>
    </>
  )
  if (isPlain) return <div className="wl-moment-ref">{content}</div>
  return (
    <Link className="wl-moment-ref" to={momentAddress(moment)}>
      {content}
    </Link>
  )
}

/** After a failed request the moment may still exist. */
function missingText(i18n: I18n, kind: FailureKind | undefined): string {
  if (kind === 'offline') return i18n._({ id: 'state.offline.title', message: 'We can’t reach the server' })
  if (kind === 'server' || kind === 'rejected') return i18n._({ id: 'state.error.title', message: 'Something went wrong' })
  return i18n._({ id: 'chat.moment.gone', message: 'This moment is no longer here.' })
}
