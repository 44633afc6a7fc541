import {
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type KeyboardEvent,
  type PointerEvent,
} from 'react'
import { useLingui } from '@lingui/react'
import { IconArrowsMaximize, IconChevronDown, IconArrowsMinimize, IconGripVertical, IconX } from '@tabler/icons-react'
import { ActionIcon } from '../ActionIcon.tsx'
import {
  noticePlacement,
  tallArea,
  type Rect,
  initialPosition,
  type Home,
  type Size,
  clampToArea,
  keyboardStep,
  type Point,
  availableArea,
  type ReservedArea,
} from './panel-position.ts'
import { useDock } from './use-dock.ts'
import { useIsNarrow } from '../use-is-narrow.ts'
import './FloatingPanel.css'
import { reservedAreas, onReservedAreasChange } from './reserved-areas.ts'

/** A pointer that moved this far on a link drags, in pixels. */
const DRAG_FROM_PX = 4

type Drag = { pointer: number; from: Point; at: Point }

/**
 * Moves a panel by pointer and keyboard inside its area. `at` is the current position.
 * The chosen position is kept when the area shrinks, and restored when it grows again.
 */
function useDrag({ home, size, room }: { home: Point; size: Size; room: Rect }) {
  const [chosen, setChosen] = useState<Point | null>(null)
  const [drag, setHeld] = useState<Drag | null>(null)
  const position = clampToArea(chosen ?? home, size, room)

  const handleDown = (event: PointerEvent<HTMLElement>) => {
    // Buttons in the bar handle their own presses.
    if (event.button !== 0 || isControl(event.target, event.currentTarget)) return
    // A captured pointer would prevent a click on a link, so on links it is captured only once it moves.
    if (!isIn('a', event.target)) event.currentTarget.setPointerCapture(event.pointerId)
    setHeld({ pointer: event.pointerId, from: { x: event.clientX, y: event.clientY }, at: position })
  }
  const handleMove = (event: PointerEvent<HTMLElement>) => {
    if (drag?.pointer !== event.pointerId) return
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) {
      // Released outside of the window, without an event.
      if (event.buttons === 0) return setHeld(null)
      if (Math.hypot(event.clientX - drag.from.x, event.clientY - drag.from.y) < DRAG_FROM_PX) return
      event.currentTarget.setPointerCapture(event.pointerId)
    }
    setChosen(clampToArea({ x: drag.at.x + event.clientX - drag.from.x, y: drag.at.y + event.clientY - drag.from.y }, size, room))
  }
  const handleEnd = (event: PointerEvent<HTMLElement>) => void (drag?.pointer === event.pointerId && setHeld(null))
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    const step = keyboardStep(event.key, event.shiftKey)
    if (event.key !== 'Home' && !step) return
    event.preventDefault()
    setChosen(step ? clampToArea({ x: position.x + step.x, y: position.y + step.y }, size, room) : null)
  }

  return {
    at: position,
    isHeld: drag !== null,
    /** Props of the title bar. */
    bar: { onPointerDown: handleDown, onPointerMove: handleMove, onPointerUp: handleEnd, onPointerCancel: handleEnd },
    /** Props of the keyboard handle. */
    handle: { onKeyDown: handleKey },
  }
}

const isIn = (selector: string, target: EventTarget): boolean => target instanceof Element && target.closest(selector) !== null

function isControl(target: EventTarget, bar: HTMLElement): boolean {
  const control = target instanceof Element ? target.closest('button, input') : null
  return control !== null && bar.contains(control) && !control.hasAttribute('data-drag')
}

/* Keeps notices off the panels: properties of the root element position them. */

const panels = new Map<string, Rect>()
/** The distance of notices from elements at the bottom: the window's edge, the tab bar, a composer. */
const NOTICE_GAP = 8

/** Reports the position of a panel; null when it closes. */
function reportPanel(name: string, rect: Rect | null): void {
  if (rect) panels.set(name, rect)
  else panels.delete(name)
  const { style } = document.documentElement
  const area = currentPanelArea()
  const place = noticePlacement(pageSize(), [...panels.values()], innerHeight - area.bottom + NOTICE_GAP, area)
  document.documentElement.toggleAttribute('data-notices-moved', place !== null)
  if (!place) return
  style.setProperty('--wl-notices-centre', `${place.centre}px`)
  style.setProperty('--wl-notices-width', `${place.width}px`)
  style.setProperty('--wl-notices-bottom', `${place.bottom}px`)
}

/** Above the top bar (100) and the rail (101): a tall panel reaches into the top bar, which must not cover its buttons. */
const ABOVE_BARS = 102

export type FloatingPanelProps = {
  /** The accessible name, which also identifies the panel. */
  name: string
  title: ReactNode
  /** The initial position. */
  home: Home
  /** The maximum width in pixels. */
  maxWidth: number
  /** Grows with its content up to 90% of the screen, over the top bar if need be. */
  isTall?: boolean
  /** Rendered above other panels. */
  isOnTop: boolean
  /** Called when the user clicks or focuses an element inside. */
  onTouch: () => void
  onClose: () => void
  /** Folds the panel into the bar at the bottom. */
  onFold?: () => void
  /** The fullscreen toggle; `disabled` shows it without a function. */
  fullscreen: { isOn: boolean; onToggle: () => void } | 'disabled'
  /**
   * Folded into the bar at the bottom: `frame` puts the content into the bar, `picture` docks it above. The content stays mounted, so
   * that playback continues.
   */
  folded?: 'frame' | 'picture' | null
  /** Shown beside the title, and no part of the panel's name. */
  about?: ReactNode
  /** Additional buttons of the title bar. */
  buttons?: ReactNode
  children: ReactNode
}

/**
 * A floating panel over every page: dragged by its title bar or with the arrow keys, always inside the window and clear of bars and
 * composers. On phones it is docked above the tab bar, and pages become shorter.
 */
export function FloatingPanel(props: FloatingPanelProps) {
  const { name, title, home, maxWidth, isOnTop, onTouch, fullscreen, folded = null, isTall = false, children } = props
  const titleId = useId()
  const panel = useRef<HTMLElement>(null)
  const isDocked = useIsNarrow()
  const area = usePanelArea()
  const space = isTall ? tallArea(area, innerHeight) : area
  const size = useSize(panel)
  const isLarge = fullscreen !== 'disabled' && fullscreen.isOn
  const drag = useDrag({ home: initialPosition(home, size, space), size, room: space })
  useFocusOnOpening(panel, folded === null)
  const dock = useDock(name, folded === null ? isDocked : folded === 'picture')
  const ref = useCallback(
    (element: HTMLElement | null) => {
      panel.current = element
      return dock(element)
    },
    [dock],
  )
  const { at } = drag
  useReportedPlace(
    name,
    isDocked || folded !== null || size.height === 0
      ? null
      : { left: at.x, top: at.y, right: at.x + size.width, bottom: at.y + size.height },
  )

  return (
    <section
      ref={ref}
      className="wl-panel"
      aria-labelledby={titleId}
      tabIndex={-1}
      data-docked={(isDocked && folded === null) || undefined}
      data-large={(isLarge && folded === null) || undefined}
      data-folded={folded ?? undefined}
      data-held={drag.isHeld || undefined}
      style={{
        ...(folded === null && placeStyle({ isDocked, isLarge, room: space, at, maxWidth })),
        zIndex: (isDocked || folded !== null ? 90 : ABOVE_BARS) + (isOnTop ? 1 : 0),
      }}
      onPointerDownCapture={onTouch}
      onFocusCapture={onTouch}
    >
      <PanelBar {...props} titleId={titleId} title={title} drag={isDocked || isLarge ? null : drag} />
      <div className="wl-panel-body">{children}</div>
    </section>
  )
}

type BarProps = FloatingPanelProps & { titleId: string; drag: ReturnType<typeof useDrag> | null }

function PanelBar({ titleId, title, about, name, drag, buttons, fullscreen, onFold, onClose }: BarProps) {
  const { i18n } = useLingui()
  return (
    <header className="wl-panel-bar" data-drag={drag !== null || undefined} {...drag?.bar}>
      {drag && (
        <ActionIcon
          icon={IconGripVertical}
          className="wl-panel-handle"
          size={36}
          data-drag
          aria-keyshortcuts="ArrowLeft ArrowRight ArrowUp ArrowDown Home"
          aria-label={i18n._({ id: 'panel.move', message: 'Move {name} (arrow keys, Home puts it back)', values: { name } })}
          title={i18n._({ id: 'panel.move.short', message: 'Drag, or use the arrow keys' })}
          {...drag.handle}
        />
      )}
      <h2 id={titleId} className="wl-line">
        {title}
      </h2>
      {about && <span className="wl-panel-about wl-line">{about}</span>}
      {buttons}
      <FullscreenToggle fullscreen={fullscreen} name={name} />
      {onFold && (
        <ActionIcon
          icon={IconChevronDown}
          size={36}
          aria-label={i18n._({ id: 'panel.fold', message: 'Fold {name}', values: { name } })}
          onClick={onFold}
        />
      )}
      <ActionIcon
        icon={IconX}
        size={36}
        aria-label={i18n._({ id: 'panel.close', message: 'Close {name}', values: { name } })}
        onClick={onClose}
      />
    </header>
  )
}

function FullscreenToggle({ fullscreen, name }: Pick<FloatingPanelProps, 'fullscreen' | 'name'>) {
  const { i18n } = useLingui()
  const isOn = fullscreen !== 'disabled' && fullscreen.isOn
  const Icon = isOn ? IconArrowsMinimize : IconArrowsMaximize
  return (
    <ActionIcon
      size={36}
      disabled={fullscreen === 'disabled'}
      aria-pressed={isOn}
      aria-label={i18n._({ id: 'panel.fullscreen', message: 'Full screen: {name}', values: { name } })}
      onClick={fullscreen === 'disabled' ? undefined : fullscreen.onToggle}
    >
      <Icon size={20} stroke={1.8} aria-hidden />
    </ActionIcon>
  )
}

type Place = { isDocked: boolean; isLarge: boolean; room: Rect; at: { x: number; y: number }; maxWidth: number }

function placeStyle({ isDocked, isLarge, room, at, maxWidth }: Place) {
  const height = room.bottom - room.top
  if (isDocked) return isLarge ? { height } : {}
  if (isLarge) return { left: room.left, top: room.top, width: room.right - room.left, height }
  return {
    left: at.x,
    top: at.y,
    width: Math.min(maxWidth, room.right - room.left),
    maxHeight: `min(90dvh, ${height}px)`,
  }
}

function useSize(panel: React.RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const element = panel.current
    if (!element) return undefined
    const measure = () => setSize({ width: element.offsetWidth, height: element.offsetHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [panel])
  return size
}

/** Moves the focus into the panel when it opens, and back when it closes. */
function useFocusOnOpening(panel: React.RefObject<HTMLElement | null>, isExpanded: boolean): void {
  useEffect(() => {
    if (!isExpanded) return undefined
    const element = panel.current
    const opener = document.activeElement
    element?.focus({ preventScroll: true })
    return () => {
      const isInside = element?.contains(document.activeElement) || document.activeElement === document.body
      if (isInside && opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [panel, isExpanded])
}

function useReportedPlace(name: string, rect: Rect | null): void {
  const key = rect && `${rect.left} ${rect.top} ${rect.right} ${rect.bottom}`
  useEffect(() => {
    const [left = 0, top = 0, right = 0, bottom = 0] = key?.split(' ').map(Number) ?? []
    reportPanel(name, key === null ? null : { left, top, right, bottom })
    return () => reportPanel(name, null)
  }, [name, key])
}

/** The area for floating panels; updates with the window and the reserved areas. */
function usePanelArea(): Rect {
  const [panelArea, setPanelArea] = useState(currentPanelArea)
  useEffect(() => {
    const update = () => setPanelArea((last) => (isSame(last, currentPanelArea()) ? last : currentPanelArea()))
    const sizes = new ResizeObserver(update)
    const watch = () => {
      sizes.disconnect()
      for (const element of reservedAreas().keys()) sizes.observe(element)
      update()
    }
    watch()
    const stop = onReservedAreasChange(watch)
    addEventListener('resize', update)
    return () => {
      stop()
      sizes.disconnect()
      removeEventListener('resize', update)
    }
  }, [])
  return panelArea
}

function currentPanelArea(): Rect {
  const reserved = [...reservedAreas()].map(([element, edge]): ReservedArea => {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    // Measured at the element's final position, because the mini player slides in.
    const { m41: x, m42: y } = new DOMMatrixReadOnly(getComputedStyle(element).transform)
    return { edge, left: left - x, top: top - y, right: right - x, bottom: bottom - y }
  })
  return availableArea(pageSize(), reserved)
}

/** The window size without its scroll bar, which both `innerWidth` and `clientWidth` may include. */
function pageSize(): Size {
  return { width: document.documentElement.getBoundingClientRect().width, height: innerHeight }
}

function isSame(a: Rect, b: Rect): boolean {
  return a.left === b.left && a.top === b.top && a.right === b.right && a.bottom === b.bottom
}
