import { useEffect } from 'react'

/**
 * Keeps the page clear of the touch keyboard in browsers that lay it over the page (Safari). Others shrink the page, as index.html asks
 * for with `interactive-widget`.
 */
export function useKeyboardRoom(): void {
  useEffect(() => {
    const viewport = globalThis.visualViewport
    if (!viewport) return undefined
    const { style } = document.documentElement
    const update = () => {
      // Zooming shrinks the viewport as well.
      const covered = Math.round(innerHeight - viewport.height * viewport.scale)
      style.setProperty('--wl-keyboard', `${Math.max(0, covered)}px`)
      // The browser moved the page up to show the field, which is now visible without that.
      if (covered > 0) scrollTo(0, 0)
    }
    update()
    viewport.addEventListener('resize', update)
    return () => {
      viewport.removeEventListener('resize', update)
      style.removeProperty('--wl-keyboard')
    }
  }, [])
}
