import { useEffect } from 'react'
import { useLingui } from '@lingui/react'
import { IconCloudOff, IconInfoCircle } from '@tabler/icons-react'
import { identityCalls } from '#contract/identity/identity.ts'
import { useIsDisconnected } from '#web/platform/connectivity.ts'
import { readStored, writeStored } from '#web/platform/storage/browser-storage.ts'
import { useCall } from '#web/platform/query.ts'
import './PreviewBanner.css'

/** Remembers a preview installation for a reload while its server is down. */
const KEY = 'preview'

/** Shown on preview installations: whether the backend answers (spec, section 4). One flag, two states. */
export function PreviewBanner() {
  const { i18n } = useLingui()
  // The start of the app loads it (web/app/start-identity.ts).
  const offer = useCall(identityCalls.getCapabilities, {}, { enabled: false })
  const isDisconnected = useIsDisconnected()
  const isPreview = offer.data?.preview
  useEffect(() => {
    if (isPreview !== undefined) writeStored(KEY, isPreview ? 'on' : null)
  }, [isPreview])
  if (!(isPreview ?? readStored(KEY) === 'on')) return null
  return (
    <output className="wl-preview">
      {isDisconnected ? <IconCloudOff size={16} stroke={1.8} aria-hidden /> : <IconInfoCircle size={16} stroke={1.8} aria-hidden />}
      {isDisconnected
        ? i18n._({ id: 'preview.disconnected', message: 'Preview backend disconnected.' })
        : i18n._({ id: 'preview.running', message: 'Preview backend running in this workspace.' })}
    </output>
  )
}
