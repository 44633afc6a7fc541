import { useEffect, useEffectEvent, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

/** Closes an overlay that is outside of the pages when the browser goes back or forward: it must not stay over another page. */
export function useCloseOnBack(close: () => void): void {
  const { key } = useLocation()
  const last = useRef(key)
  const isBack = useNavigationType() === NavigationType.Pop
  const closeOnBack = useEffectEvent(() => {
    if (isBack) close()
  })
  useEffect(() => {
    if (last.current === key) return
    last.current = key
    closeOnBack()
  }, [key])
}
