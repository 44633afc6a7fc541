import { useCallback, useLayoutEffect, useState, type RefCallback, type RefObject } from 'react'

/** The width of an element in pixels; 0 until it is measured. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const box = element.current
    if (!box) return undefined
    const measure = () => setWidth(box.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [element])
  return width
}

/** The widths of an element's children in pixels, also after fonts load; empty until they are measured. Other children need another key. */
export function useChildWidths(): [ref: RefCallback<HTMLElement>, widths: readonly number[]] {
  const [widths, setWidths] = useState<readonly number[]>([])
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    const children = [...element.children]
    const measure = () => {
      const now = children.map((child) => child.getBoundingClientRect().width)
      setWidths((before) => (before.join() === now.join() ? before : now))
    }
    measure()
    const observer = new ResizeObserver(measure)
    for (const child of children) observer.observe(child)
    return () => observer.disconnect()
  }, [])
  return [ref, widths]
}
