import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { logger } from '#web/platform/log.ts'
import { isNative } from '#web/platform/native.ts'

/** Starts the native integration inside the native app. The web never loads its code. */
export function useNative(): void {
  const navigate = useNavigate()
  const open = useEffectEvent((path: string) => void navigate(path))
  useEffect(() => {
    if (!isNative()) return undefined
    let stop: (() => void) | null = null
    let isOver = false
    const begin = async () => {
      const { startNative } = await import('./native.ts')
      if (!isOver) stop = startNative({ open: (path) => open(path) })
    }
    begin().catch((error: unknown) => logger('native').error('the phone is not joined', { why: String(error) }))
    return () => {
      isOver = true
      stop?.()
    }
  }, [])
}
