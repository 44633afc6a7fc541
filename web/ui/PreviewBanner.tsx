import { useLingui } from '@lingui/react'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { identityCalls } from '#contract/identity.ts'
import { useIsOffline } from '#web/platform/connectivity.ts'
import { useCall } from '#web/platform/query.ts'
import './PreviewBanner.css'

/** Shown on preview installations: whether the backend answers (spec, section 4). One flag, two states. */
export function PreviewBanner() {
  const { i18n } = useLingui()
  const offer = useCall(identityCalls.getCapabilities, {}, { staleMs: Number.POSITIVE_INFINITY })
  const isDisconnected = useIsOffline()
  if (!offer.data?.preview) return null
  return (
    <output className="wl-preview">
      {isDisconnected ? <IconAlertTriangle size={16} stroke={1.8} aria-hidden /> : <IconInfoCircle size={16} stroke={1.8} aria-hidden />}
      {isDisconnected
        ? i18n._({ id: 'preview.disconnected', message: 'Preview backend disconnected.' })
        : i18n._({ id: 'preview.running', message: 'Preview backend running in this workspace.' })}
    </output>
  )
}
