import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/** The element ID of a group. */
export const groupId = (key: string): string => `settings-${key}`

const USER_SCROLL_EVENTS = ['wheel', 'touchmove', 'keydown'] as const

/** The group being read, and a function that scrolls to another. */
export function useGroupInView(keys: readonly string[]): { current: string; goTo: (key: string) => void } {
  const [current, setCurrent] = useState(keys[0] ?? '')
  // The last groups never reach the top: a chosen one stays current until the user scrolls.
  const isChosen = useRef(false)
  const joinedKeys = keys.join(' ')
  useEffect(() => {
    const check = () => {
      if (!isChosen.current) setCurrent(groupAt(joinedKeys.split(' ').flatMap(placeOf), ownView()))
    }
    const clearChosen = () => void (isChosen.current = false)
    addEventListener('scroll', check, { passive: true })
    for (const move of USER_SCROLL_EVENTS) addEventListener(move, clearChosen, { passive: true })
    return () => {
      removeEventListener('scroll', check)
      for (const move of USER_SCROLL_EVENTS) removeEventListener(move, clearChosen)
    }
  }, [joinedKeys])

  function goTo(key: string): void {
    const group = document.getElementById(groupId(key))
    if (!group) return
    isChosen.current = true
    setCurrent(key)
    group.scrollIntoView()
    group.focus({ preventScroll: true })
  }
  return { current, goTo }
}

/** Scrolls to the group in the address ("/settings#notifications") once all groups are rendered. */
export function useGroupInAddress(goTo: (key: string) => void): void {
  const { hash } = useLocation()
  const goThere = useEffectEvent(goTo)
  useEffect(() => {
    const target = hash.slice(1)
    if (!target) return undefined
    // Navigation scrolls to the top after the page's own effects, so this waits for it.
    const frame = requestAnimationFrame(() => goThere(target))
    return () => cancelAnimationFrame(frame)
  }, [hash])
}

function placeOf(key: string): { key: string; top: number }[] {
  const group = document.getElementById(groupId(key))
  return group ? [{ key, top: group.getBoundingClientRect().top }] : []
}

const ownView = () => ({
  height: innerHeight,
  isAtEnd: Math.ceil(scrollY + innerHeight) >= document.documentElement.scrollHeight,
})

/** Users read in the upper part of the window. */
const READING_LINE = 0.4

/** The group being read: the last one that starts above the reading line, or the last group at the end of the page. */
export function groupAt(
  groups: readonly { key: string; top: number }[],
  { height, isAtEnd }: { height: number; isAtEnd: boolean },
): string {
  const started = groups.filter(({ top }) => top <= height * READING_LINE)
  return (isAtEnd ? groups : started).at(-1)?.key ?? groups[0]?.key ?? ''
}
