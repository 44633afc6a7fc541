/* Positions of floating panels, computed without a browser. Lengths are CSS pixels. */

export type Size = { width: number; height: number }
export type Point = { x: number; y: number }
export type Rect = { left: number; top: number; right: number; bottom: number }
export type ReservedArea = Rect & { edge: 'top' | 'bottom' | 'side' }
export type Home = 'centre' | 'bottom-right'

/** The minimum distance of panels from everything else. */
export const MARGIN = 8
/** Beside something at the side, a panel needs at least this width. */
const NARROWEST_PANEL = 300

/** The part of the screen where panels may be. */
export function availableArea({ width, height }: Size, kept: readonly ReservedArea[]): Rect {
  const space = { left: MARGIN, top: MARGIN, right: width - MARGIN, bottom: height - MARGIN }
  for (const { edge, left, top, right, bottom } of kept) {
    // An element that is hidden at this width takes no room.
    if (right <= left || bottom <= top) continue
    if (edge === 'top') space.top = Math.max(space.top, bottom + MARGIN)
    else if (edge === 'bottom') space.bottom = Math.min(space.bottom, top - MARGIN)
    // The side differs in Arabic and Hebrew. What leaves too little beside it, as on a phone, may be covered.
    else if (left + right < width) {
      if (space.right - right - MARGIN >= NARROWEST_PANEL) space.left = Math.max(space.left, right + MARGIN)
    } else if (left - MARGIN - space.left >= NARROWEST_PANEL) space.right = Math.min(space.right, left - MARGIN)
  }
  return space
}

/** The share of the screen that a tall panel may fill. */
const TALLEST = 0.9

/** The area of a panel that fills up to 90% of the screen (spec, section 9): where that is necessary, it covers the top bar. */
export function tallArea(area: Rect, screenHeight: number): Rect {
  return { ...area, top: Math.min(area.top, Math.max(0, Math.floor(area.bottom - screenHeight * TALLEST))) }
}

export function initialPosition(home: Home, { width, height }: Size, room: Rect): Point {
  if (home === 'bottom-right') return clampToArea({ x: room.right - width, y: room.bottom - height }, { width, height }, room)
  return clampToArea({ x: (room.left + room.right - width) / 2, y: (room.top + room.bottom - height) / 2 }, { width, height }, room)
}

/** The nearest position inside the area; its top left corner when the panel is larger. */
export function clampToArea({ x, y }: Point, { width, height }: Size, room: Rect): Point {
  return {
    x: Math.round(Math.max(room.left, Math.min(x, room.right - width))),
    y: Math.round(Math.max(room.top, Math.min(y, room.bottom - height))),
  }
}

const STEP = 16
const LONG_STEP = 64
const steps: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** The offset of an arrow key, or null for other keys. With Shift it is larger. */
export function keyboardStep(key: string, isLong: boolean): Point | null {
  const step = steps[key]
  const length = isLong ? LONG_STEP : STEP
  return step ? { x: step.x * length, y: step.y * length } : null
}

export type NoticePlacement = { centre: number; width: number; bottom: number }

const NOTICE_WIDTH = 440
const NARROWEST_NOTICE = 240
/** Room for the maximum number of visible notices. */
const NOTICES_HEIGHT = 320

/**
 * Positions notices beside the panels where a sentence fits, else above them.
 * `area` leaves out the rail with the account button. Null when their default position, the bottom center, is free.
 */
export function noticePlacement(
  { width, height }: Size,
  panels: readonly Rect[],
  bottom: number,
  area: Pick<Rect, 'left' | 'right'> = { left: MARGIN, right: width - MARGIN },
): NoticePlacement | null {
  const usual = Math.min(NOTICE_WIDTH, width - 2 * MARGIN)
  const place = { left: (width - usual) / 2, right: (width + usual) / 2, top: height - bottom - NOTICES_HEIGHT, bottom: height - bottom }
  const inTheWay = panels.filter((panel) => overlap(panel, place))
  if (inTheWay.length === 0) return null
  const band = panels.filter((panel) => panel.bottom > place.top && panel.top < place.bottom)
  const leftmost = Math.min(...band.map(({ left }) => left)) - 2 * MARGIN
  const rightmost = Math.max(...band.map(({ right }) => right)) + 2 * MARGIN
  const leftGap = leftmost - MARGIN - area.left
  const rightGap = area.right - MARGIN - rightmost
  const gap = Math.max(leftGap, rightGap)
  if (gap >= NARROWEST_NOTICE) {
    const wide = Math.min(NOTICE_WIDTH, gap)
    return { centre: leftGap >= rightGap ? leftmost - wide / 2 : rightmost + wide / 2, width: wide, bottom }
  }
  return { centre: width / 2, width: usual, bottom: height - Math.min(...band.map(({ top }) => top)) + MARGIN }
}

function overlap(a: Rect, b: Rect): boolean {
  return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top
}
