import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { groupAt } from './group-at.ts'

/** The id of a group's element. */
export const groupId = (key: string): string => `settings-${key}`

/** What people scroll with by themselves. */
const OWN_MOVES = ['wheel', 'touchmove', 'keydown'] as const

/** Which of the groups is being read, and the way to another. */
export function useGroupInView(keys: readonly string[]): { current: string; goTo: (key: string) => void } {
  const [current, setCurrent] = useState(keys[0] ?? '')
  // The last ones never reach the top of the window: whoever chose one is there until they scroll on.
  const isChosen = useRef(false)
  const known = keys.join(' ')
  useEffect(() => {
    const look = () => {
      if (!isChosen.current) setCurrent(groupAt(known.split(' ').flatMap(placeOf), ownView()))
    }
    const letGo = () => void (isChosen.current = false)
    addEventListener('scroll', look, { passive: true })
    for (const move of OWN_MOVES) addEventListener(move, letGo, { passive: true })
    return () => {
      removeEventListener('scroll', look)
      for (const move of OWN_MOVES) removeEventListener(move, letGo)
    }
  }, [known])

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

/** Goes to the group that the address names ("/settings#notifications"), once all of them are drawn. */
export function useWantedGroup(goTo: (key: string) => void): void {
  const { hash } = useLocation()
  const goThere = useEffectEvent(goTo)
  useEffect(() => {
    const wanted = hash.slice(1)
    if (!wanted) return undefined
    // Every navigation ends at the top of its page, and that is done after the page's own effects.
    const frame = requestAnimationFrame(() => goThere(wanted))
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
