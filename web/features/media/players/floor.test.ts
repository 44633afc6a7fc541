import { expect, it } from 'vitest'
import { createFloor, type OtherTabs } from './floor.ts'

/** Two tabs that hear one another. */
function twoTabs() {
  const ends: ((words: unknown) => void)[][] = []
  const end = (): OtherTabs => {
    const own: ((words: unknown) => void)[] = []
    ends.push(own)
    return {
      hear: (listener) => void own.push(listener),
      say: (words) => {
        for (const other of ends) if (other !== own) for (const listener of other) listener(words)
      },
    }
  }
  return [end(), end()] as const
}

function watched(others: OtherTabs | null) {
  const floor = createFloor(others)
  const stopped: string[] = []
  floor.whenTaken('spotify', () => stopped.push('spotify'))
  const deaf = floor.whenTaken('youtube', () => stopped.push('youtube'))
  return { floor, stopped, deaf }
}

it('whoever begins stops the other player of the page, not itself', () => {
  const { floor, stopped } = watched(null)
  floor.take('youtube')
  floor.take('spotify')
  expect(stopped).toEqual(['spotify', 'youtube'])
})

it('whoever begins stops every player of other tabs, the same one too', () => {
  const [one, two] = twoTabs()
  const here = watched(one)
  const there = watched(two)
  here.floor.take('youtube')
  expect([here.stopped, there.stopped]).toEqual([['spotify'], ['spotify', 'youtube']])
})

it('a closed player hears nothing any more, and other words on the channel stop nothing', () => {
  const [one, two] = twoTabs()
  const { floor, stopped, deaf } = watched(one)
  deaf()
  floor.take('spotify')
  two.say({ begun: true })
  two.say('stop')
  expect(stopped).toEqual([])
})
