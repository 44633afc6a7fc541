import { expect, it } from 'vitest'
import { createGather } from './batcher.ts'

function aGather(options: { atMost?: number } = {}) {
  const acts: string[][] = []
  const gather = createGather<string, string>({
    keyOf: (wish) => wish.toLowerCase(),
    act: async (wishes) => {
      acts.push([...wishes])
      if (wishes.includes('bad')) throw new Error('refused')
      return new Map(wishes.filter((wish) => wish !== 'nobody').map((wish) => [wish.toLowerCase(), `${wish}!`]))
    },
    ...options,
  })
  return { acts, gather }
}

it('carries out together what was wished at the same moment, the same wish once', async () => {
  const { acts, gather } = aGather()
  expect(await Promise.all(['a', 'b', 'A'].map(gather))).toEqual(['a!', 'b!', 'a!'])
  expect(acts).toEqual([['a', 'b']])
})

it('answers with nothing where the act has no answer', async () => {
  expect(await aGather().gather('nobody')).toBeUndefined()
})

it('gathers what is wished meanwhile for the next act', async () => {
  const { acts, gather } = aGather()
  const first = gather('a').then(() => gather('c'))
  await Promise.all([first, gather('b')])
  expect(acts).toEqual([['a', 'b'], ['c']])
})

it('takes no more than so many at once', async () => {
  const { acts, gather } = aGather({ atMost: 2 })
  expect(await Promise.all(['a', 'b', 'c'].map(gather))).toEqual(['a!', 'b!', 'c!'])
  expect(acts).toEqual([['a', 'b'], ['c']])
})

it('tells everybody of an act that failed, and nobody else', async () => {
  const { gather } = aGather({ atMost: 2 })
  const results = await Promise.allSettled(['a', 'bad', 'c'].map(gather))
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
})
