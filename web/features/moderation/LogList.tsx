import { useLingui } from '@lingui/react'
import type { LogEntry } from '#contract/moderation.ts'
import { relativeTime } from '#web/ui/text/relative-time.ts'
import { useNow } from '#web/ui/text/use-now.ts'
import { actionText } from './moderation.messages.ts'
import './moderation.css'

/** Moderation log entries, latest first. */
export function LogList({ log }: { log: readonly LogEntry[] }) {
  const { i18n } = useLingui()
  const nowMs = useNow()
  if (log.length === 0) return <p className="wl-muted">{i18n._({ id: 'moderation.log.empty', message: 'No actions yet.' })}</p>
  return (
    <ol className="wl-moderation-log">
      {log.map((entry) => (
        <li key={entry.id}>
          <p>{actionText(i18n, entry)}</p>
          {entry.note !== '' && (
            <p className="wl-muted wl-small" dir="auto">
              {entry.note}
            </p>
          )}
          <time className="wl-dim wl-small" dateTime={entry.at}>
            {relativeTime(entry.at, i18n.locale, nowMs)}
          </time>
        </li>
      ))}
    </ol>
  )
}
