import { type ComponentType, useEffect, useState } from 'react'
import { importWithRetry } from '#web/platform/lazy-component.ts'
import { onFirstNotice, setNoticeView, type Notice } from '#web/platform/notices.ts'

/**
 * Renders notices. Their library loads at the first interaction: it does not slow down the first view and is loaded before the network can
 * fail. Where it can't be loaded, notices are plain until it is.
 */
export function NoticeOutlet() {
  const [View, setView] = useState<ComponentType | null>(null)
  const [isPlain, setPlain] = useState(false)
  useEffect(() => {
    if (View) return
    let isLoading = false
    const tryImport = () =>
      import('./NoticeView.tsx').catch((error: unknown) => {
        setPlain(true)
        throw error
      })
    const load = () => {
      if (isLoading) return
      isLoading = true
      importWithRetry(tryImport).then(
        ({ NoticeView }) => setView(() => NoticeView),
        // A newer version has replaced the code. Notices stay plain.
        () => undefined,
      )
    }
    const interactions = ['pointerdown', 'keydown'] as const
    for (const interaction of interactions) window.addEventListener(interaction, load, { once: true, passive: true })
    const stopWaiting = onFirstNotice(load)
    return () => {
      stopWaiting()
      for (const interaction of interactions) window.removeEventListener(interaction, load)
    }
  }, [View])
  // The plain notice on screen stays for its time. Later ones go to the view, which registers after it.
  return (
    <>
      {isPlain && <PlainNotice />}
      {View && <View />}
    </>
  )
}

/** The latest notice, without the library. */
function PlainNotice() {
  const [notice, setNotice] = useState<Notice | null>(null)
  useEffect(() => setNoticeView(setNotice, (about) => setNotice((now) => (now?.about === about ? null : now))), [])
  useEffect(() => {
    if (!notice) return
    const timer = setTimeout(() => setNotice(null), notice.timeoutMs)
    return () => clearTimeout(timer)
  }, [notice])
  if (!notice) return null
  const { message, kind, action } = notice
  return (
    <p className="wl-plain-notice" role={kind === 'error' ? 'alert' : 'status'}>
      {message}{' '}
      {action && (
        <button
          type="button"
          className="wl-link"
          onClick={() => {
            setNotice(null)
            action.run()
          }}
        >
          {action.label}
        </button>
      )}
    </p>
  )
}
