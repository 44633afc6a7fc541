/* Keeps notices off the panels: they are told where to stand by properties of the page's root. */
import { noticesBeside, type Rect } from './panel-place.ts'
import { pageSize, roomNow } from './use-room.ts'

const panels = new Map<string, Rect>()
/** Notices keep this far from what stands at the bottom: the window's edge, the tabs, a composer. */
const NOTICE_GAP = 8

/** Says where that panel is now; null when it is gone. */
export function reportPanel(name: string, rect: Rect | null): void {
  if (rect) panels.set(name, rect)
  else panels.delete(name)
  const { style } = document.documentElement
  const place = noticesBeside(pageSize(), [...panels.values()], innerHeight - roomNow().bottom + NOTICE_GAP)
  document.documentElement.toggleAttribute('data-notices-moved', place !== null)
  if (!place) return
  style.setProperty('--wl-notices-centre', `${place.centre}px`)
  style.setProperty('--wl-notices-width', `${place.width}px`)
  style.setProperty('--wl-notices-bottom', `${place.bottom}px`)
}
