import { useLingui } from '@lingui/react'
import { useNavigate } from 'react-router'
import { notify } from '#web/platform/notices.ts'
import { isRejected } from '../moments.pending.ts'

/** Returns a function that reports a rejected moment on other pages than `/moments`, which shows it to its author again. */
export function useRejectedNotice(): (id: string) => void {
  const { i18n } = useLingui()
  const navigate = useNavigate()
  return (id) => {
    if (!isRejected(id) || location.pathname.startsWith('/moments')) return
    notify('error', i18n._({ id: 'moments.rejected', message: 'This wasn’t posted. Your text is waiting under Moments.' }), {
      action: { label: i18n._({ id: 'moments.quote.view', message: 'View' }), run: () => void navigate('/moments') },
    })
  }
}
