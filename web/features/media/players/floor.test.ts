import { expect, it } from 'vitest'
import { createFloor, type OtherTabs } from './floor.ts'

/** Two connected tabs. */
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

it("stops the page's other player when one starts, but not itself", () => {
  const { floor, stopped } = watched(null)
  floor.take('youtube')
  floor.take('spotify')
  expect(stopped).toEqual(['spotify', 'youtube'])
})

it('stops every player of other tabs, including the same kind', () => {
  const [one, two] = twoTabs()
  const here = watched(one)
  const there = watched(two)
  here.floor.take('youtube')
  expect([here.stopped, there.stopped]).toEqual([['spotify'], ['spotify', 'youtube']])
})

it('stops notifying a closed player, and ignores other messages on the channel', () => {
  const [one, two] = twoTabs()
  const { floor, stopped, deaf } = watched(one)
  deaf()
  floor.take('spotify')
  two.say({ begun: true })
  two.say('stop')
  expect(stopped).toEqual([])
})
