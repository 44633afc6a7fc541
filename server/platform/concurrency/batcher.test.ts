import { expect, it } from 'vitest'
import { createBatcher } from './batcher.ts'

function aBatcher(options: { maxBatch?: number } = {}) {
  const batches: string[][] = []
  const add = createBatcher<string, string>({
    keyOf: (item) => item.toLowerCase(),
    run: async (items) => {
      batches.push([...items])
      if (items.includes('bad')) throw new Error('failed')
      return new Map(items.filter((item) => item !== 'unknown').map((item) => [item.toLowerCase(), `${item}!`]))
    },
    ...options,
  })
  return { batches, add }
}

it('runs calls of the same moment as one batch, and the same key once', async () => {
  const { batches, add } = aBatcher()
  expect(await Promise.all(['a', 'b', 'A'].map(add))).toEqual(['a!', 'b!', 'a!'])
  expect(batches).toEqual([['a', 'b']])
})

it('returns undefined when the batch has no answer for a key', async () => {
  expect(await aBatcher().add('unknown')).toBeUndefined()
})

it('collects calls during a batch for the next one', async () => {
  const { batches, add } = aBatcher()
  const first = add('a').then(() => add('c'))
  await Promise.all([first, add('b')])
  expect(batches).toEqual([['a', 'b'], ['c']])
})

it('splits a batch that is too large', async () => {
  const { batches, add } = aBatcher({ maxBatch: 2 })
  expect(await Promise.all(['a', 'b', 'c'].map(add))).toEqual(['a!', 'b!', 'c!'])
  expect(batches).toEqual([['a', 'b'], ['c']])
})

it('rejects every call of a failed batch, and no other', async () => {
  const { add } = aBatcher({ maxBatch: 2 })
  const results = await Promise.allSettled(['a', 'bad', 'c'].map(add))
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
})
