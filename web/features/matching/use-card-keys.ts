import { useEffect, type RefObject } from 'react'

const CARDS = ':scope > li > article'
const CONTROLS = 'a[href], button, input, select, textarea, [tabindex]'
const steps: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }

/**
 * Makes each card of a list one tab stop. The arrow keys, Home and End move from card to card. Enter moves into a card, whose controls are
 * then tab stops, and Escape moves back to the card.
 */
export function useCardKeys(list: RefObject<HTMLUListElement | null>): void {
  useEffect(() => {
    const element = list.current
    if (!element) return undefined
    const cards = () => [...element.querySelectorAll<HTMLElement>(CARDS)]
    /** The tabindex of each control before it was taken out of the tab order. */
    const before = new Map<Element, string | null>()
    const apply = () => {
      for (const card of cards()) {
        if (!card.hasAttribute('tabindex')) card.tabIndex = 0
        const isEntered = card !== document.activeElement && card.contains(document.activeElement)
        for (const control of card.querySelectorAll(CONTROLS)) {
          if (isEntered) restore(control, before)
          else if (!before.has(control)) {
            before.set(control, control.getAttribute('tabindex'))
            control.setAttribute('tabindex', '-1')
          }
        }
      }
    }
    const onKey = (event: KeyboardEvent) => {
      const { target, key } = event
      if (!(target instanceof HTMLElement) || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
      const all = cards()
      const index = all.findIndex((card) => card.contains(target))
      const card = all[index]
      if (!card) return
      const next = target === card ? nextOf(key, { card, index, all }) : key === 'Escape' ? card : undefined
      if (!next) return
      event.preventDefault()
      next.focus()
    }
    const observer = new MutationObserver(apply)
    apply()
    observer.observe(element, { childList: true, subtree: true })
    element.addEventListener('focusin', apply)
    element.addEventListener('focusout', apply)
    element.addEventListener('keydown', onKey)
    return () => {
      observer.disconnect()
      element.removeEventListener('focusin', apply)
      element.removeEventListener('focusout', apply)
      element.removeEventListener('keydown', onKey)
      for (const control of before.keys()) restore(control, before)
    }
  }, [list])
}

function restore(control: Element, before: Map<Element, string | null>): void {
  const tabIndex = before.get(control)
  if (tabIndex === undefined) return
  before.delete(control)
  if (tabIndex === null) control.removeAttribute('tabindex')
  else control.setAttribute('tabindex', tabIndex)
}

function nextOf(
  key: string,
  { card, index, all }: { card: HTMLElement; index: number; all: HTMLElement[] },
): HTMLElement | null | undefined {
  if (key === 'Enter') return card.querySelector<HTMLElement>('h2 a, h3 a')
  if (key === 'Home') return all[0]
  if (key === 'End') return all.at(-1)
  const step = steps[key]
  return step === undefined ? undefined : all[index + step]
}
