import { useLingui } from '@lingui/react'
import { IconCloudOff } from '@tabler/icons-react'
import { useIsOffline } from '#web/platform/connectivity.ts'

/** Unobtrusive: the content stays readable, and the app retries automatically. */
export function OfflineBar() {
  const { i18n } = useLingui()
  const isOffline = useIsOffline()
  return (
    <output>
      {isOffline && (
        <span className="wl-offline">
          <IconCloudOff size={18} stroke={1.8} aria-hidden />
          {i18n._({ id: 'offline.bar', message: 'You’re offline. What you see may be out of date. We’ll keep trying.' })}
        </span>
      )}
    </output>
  )
}
