import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  initialPosition,
  clampToArea,
  noticePlacement,
  tallArea,
  availableArea,
  keyboardStep,
  type ReservedArea,
  type Rect,
} from './panel-position.ts'

const screen = { width: 1440, height: 900 }
const rail: ReservedArea = { edge: 'side', left: 0, top: 0, right: 232, bottom: 900 }
const topBar: ReservedArea = { edge: 'top', left: 232, top: 0, right: 1440, bottom: 96 }
const composer: ReservedArea = { edge: 'bottom', left: 560, top: 800, right: 1400, bottom: 876 }

describe('the available area', () => {
  it('is the screen without the rail, bar and composer', () => {
    expect(availableArea(screen, [])).toEqual({ left: 8, top: 8, right: 1432, bottom: 892 })
    expect(availableArea(screen, [rail, topBar, composer])).toEqual({ left: 240, top: 104, right: 1432, bottom: 792 })
  })

  it('ignores elements that are not displayed', () => {
    expect(availableArea(screen, [{ edge: 'bottom', left: 0, top: 0, right: 0, bottom: 0 }])).toEqual(availableArea(screen, []))
  })

  it('has the rail on the right in right-to-left languages', () => {
    expect(availableArea(screen, [{ edge: 'side', left: 1208, top: 0, right: 1440, bottom: 900 }])).toMatchObject({ left: 8, right: 1200 })
  })
})

describe('beside the queue', () => {
  const queue: ReservedArea = { edge: 'side', left: 1004, top: 240, right: 1424, bottom: 816 }

  it('a panel has the rest of the screen, on the other side in right-to-left languages', () => {
    expect(availableArea(screen, [queue, rail])).toMatchObject({ left: 240, right: 996 })
    expect(
      availableArea(screen, [
        { ...queue, left: 16, right: 436 },
        { ...rail, left: 1208, right: 1440 },
      ]),
    ).toMatchObject({ left: 444, right: 1200 })
  })

  it('a panel has the whole screen if too little remains', () => {
    expect(availableArea({ width: 390, height: 844 }, [{ ...queue, left: 0, right: 390 }])).toMatchObject({ left: 8, right: 382 })
    expect(availableArea({ width: 700, height: 844 }, [{ ...queue, left: 264, right: 684 }])).toMatchObject({ left: 8, right: 692 })
  })
})

describe('a panel', () => {
  const available = availableArea(screen, [rail, topBar])

  it('opens in the center, or at the bottom right', () => {
    expect(initialPosition('centre', { width: 500, height: 400 }, available)).toEqual({ x: 586, y: 298 })
    expect(initialPosition('bottom-right', { width: 600, height: 700 }, available)).toEqual({ x: 832, y: 192 })
  })

  it('always stays in the available area, when dragged and when the area shrinks', () => {
    const size = fc.record({ width: fc.integer({ min: 50, max: 600 }), height: fc.integer({ min: 50, max: 800 }) })
    const position = fc.record({ x: fc.integer({ min: -3_000, max: 3_000 }), y: fc.integer({ min: -3_000, max: 3_000 }) })
    const view = fc.record({ width: fc.integer({ min: 320, max: 2_000 }), height: fc.integer({ min: 320, max: 1_400 }) })
    fc.assert(
      fc.property(size, position, view, (panel, point, viewport) => {
        const space = availableArea(viewport, [])
        const { x, y } = clampToArea(point, panel, space)
        expect(x).toBeGreaterThanOrEqual(space.left)
        expect(y).toBeGreaterThanOrEqual(space.top)
        // A larger panel is placed at the top left corner.
        expect(x + Math.min(panel.width, space.right - space.left)).toBeLessThanOrEqual(space.right)
        expect(y + Math.min(panel.height, space.bottom - space.top)).toBeLessThanOrEqual(space.bottom)
      }),
    )
  })

  it('moves with the arrow keys, further with Shift, and with no other key', () => {
    expect([keyboardStep('ArrowLeft', false), keyboardStep('ArrowDown', true), keyboardStep('a', false)]).toEqual([
      { x: -16, y: 0 },
      { x: 0, y: 64 },
      null,
    ])
  })
})

describe('notices', () => {
  const panel = (left: number, top: number, width: number, height: number): Rect => ({
    left,
    top,
    right: left + width,
    bottom: top + height,
  })

  it('keep their position without a panel there', () => {
    expect(noticePlacement(screen, [], 16)).toBeNull()
    expect(noticePlacement(screen, [panel(1000, 400, 400, 480)], 16)).toBeNull()
    expect(noticePlacement(screen, [panel(400, 100, 600, 300)], 16)).toBeNull()
  })

  it('move left of the channel preview, or right of a panel on the left', () => {
    expect(noticePlacement(screen, [panel(832, 192, 600, 700)], 16)).toEqual({ centre: 596, width: 440, bottom: 16 })
    expect(noticePlacement(screen, [panel(240, 192, 600, 700)], 16)).toEqual({ centre: 1076, width: 440, bottom: 16 })
  })

  it('leave a tall panel 90% of the screen, over the top bar if necessary', () => {
    const area = { left: 240, top: 104, right: 1432, bottom: 892 }
    expect(tallArea(area, 900)).toEqual({ ...area, top: 82 })
    expect(tallArea({ ...area, bottom: 812 }, 900).top).toBe(2)
    expect(tallArea({ ...area, bottom: 700 }, 900).top).toBe(0)
    // Bars of small screens take less than 10% at each end.
    expect(tallArea({ ...area, top: 10, bottom: 760 }, 800).top).toBe(10)
  })

  it('never cover the rail with the account button', () => {
    const besideRail = { left: 240, right: 1432 }
    expect(noticePlacement(screen, [panel(520, 192, 600, 700)], 16)?.centre).toBe(284)
    expect(noticePlacement(screen, [panel(520, 192, 600, 700)], 16, besideRail)).toEqual({ centre: 1280, width: 288, bottom: 16 })
    expect(noticePlacement(screen, [panel(700, 192, 600, 700)], 16, besideRail)).toEqual({ centre: 466, width: 436, bottom: 16 })
  })

  it('move above a panel of full width', () => {
    expect(noticePlacement({ width: 640, height: 900 }, [panel(20, 400, 600, 480)], 16)).toEqual({ centre: 320, width: 440, bottom: 508 })
  })

  it('cover no panel that leaves room beside it', () => {
    const anyPanel = fc
      .record({ left: fc.integer({ min: 8, max: 800 }), top: fc.integer({ min: 300, max: 600 }) })
      .map(({ left, top }) => panel(left, top, 500, 290))
    fc.assert(
      fc.property(anyPanel, (entry) => {
        const place = noticePlacement(screen, [entry], 16)
        const { centre, width, bottom } = place ?? { centre: 720, width: 440, bottom: 16 }
        const floor = screen.height - bottom
        const isClear =
          centre + width / 2 <= entry.left || centre - width / 2 >= entry.right || floor <= entry.top || entry.bottom <= floor - 320
        expect(isClear).toBe(true)
      }),
    )
  })
})
