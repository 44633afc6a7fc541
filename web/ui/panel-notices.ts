/* Keeps notices off the panels: they are told where to stand by properties of the page's root. */
import { noticesBeside, type Rect } from './panel-place.ts'
import { pageSize } from './use-room.ts'

const panels = new Map<string, Rect>()
/** The distance of notices from the bottom where no panel is in the way. */
const USUAL_BOTTOM = 16

/** Says where that panel is now; null when it is gone. */
export function reportPanel(name: string, rect: Rect | null): void {
  if (rect) panels.set(name, rect)
  else panels.delete(name)
  const { style } = document.documentElement
  const tabs = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--wl-tabs')) || 0
  const place = noticesBeside(pageSize(), [...panels.values()], USUAL_BOTTOM + tabs)
  document.documentElement.toggleAttribute('data-notices-moved', place !== null)
  if (!place) return
  style.setProperty('--wl-notices-centre', `${place.centre}px`)
  style.setProperty('--wl-notices-width', `${place.width}px`)
  style.setProperty('--wl-notices-bottom', `${place.bottom}px`)
}
