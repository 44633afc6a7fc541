import type { I18n } from '@lingui/core'
import type { Presence } from '#contract/chat/presence.ts'
import { relativeTime } from '#web/ui/text/relative-time.ts'

/** "online", "last seen 4 min. ago", on phones "seen 4 min. ago", or null without presence. */
export function presenceText(i18n: I18n, presence: Presence | null, isShort: boolean, nowMs: number): string | null {
  if (!presence) return null
  if (presence.online) return i18n._({ id: 'presence.online', message: 'online' })
  if (presence.last_seen === null) return null
  const values = { when: relativeTime(presence.last_seen, i18n.locale, nowMs) }
  return isShort
    ? i18n._({ id: 'presence.last-seen.short', message: 'seen {when}', values })
    : i18n._({ id: 'presence.last-seen', message: 'last seen {when}', values })
}
