import { expect, it } from 'vitest'
import { createPlaybackCoordinator, type TabChannel } from './playback.ts'

/** Two connected tabs. */
function twoTabs() {
  const ends: ((words: unknown) => void)[][] = []
  const end = (): TabChannel => {
    const own: ((words: unknown) => void)[] = []
    ends.push(own)
    return {
      listen: (listener) => void own.push(listener),
      send: (words) => {
        for (const other of ends) if (other !== own) for (const listener of other) listener(words)
      },
    }
  }
  return [end(), end()] as const
}

function watched(others: TabChannel | null) {
  const floor = createPlaybackCoordinator(others)
  const stopped: string[] = []
  floor.onOtherStarted('spotify', () => stopped.push('spotify'))
  const deaf = floor.onOtherStarted('youtube', () => stopped.push('youtube'))
  return { floor, stopped, deaf }
}

it("stops the page's other player when one starts, but not itself", () => {
  const { floor, stopped } = watched(null)
  floor.start('youtube')
  floor.start('spotify')
  expect(stopped).toEqual(['spotify', 'youtube'])
})

it('stops every player of other tabs, including the same kind', () => {
  const [first, second] = twoTabs()
  const here = watched(first)
  const there = watched(second)
  here.floor.start('youtube')
  expect([here.stopped, there.stopped]).toEqual([['spotify'], ['spotify', 'youtube']])
})

it('stops notifying a closed player, and ignores other messages on the channel', () => {
  const [first, second] = twoTabs()
  const { floor, stopped, deaf } = watched(first)
  deaf()
  floor.start('spotify')
  second.send({ started: true })
  second.send('stop')
  expect(stopped).toEqual([])
})
