import { expect, test } from 'vitest'
import { type Print, runAtOnce } from './run-step.ts'

test('what runs at once prints as if it ran one after the other', async () => {
  const printed: string[] = []
  const ends = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const run = (at: number) => async (print: Print) => {
    print(`${at} begins`)
    await ends[at]?.promise
    print(`${at} ends`)
    return at
  }
  const results = runAtOnce([run(0), run(1), run(2)], (text) => void printed.push(String(text)))
  expect(printed).toEqual(['0 begins'])
  ends[2]?.resolve()
  ends[0]?.resolve()
  await expect.poll(() => printed).toEqual(['0 begins', '0 ends', '1 begins'])
  ends[1]?.resolve()
  expect(await results).toEqual([0, 1, 2])
  expect(printed).toEqual(['0 begins', '0 ends', '1 begins', '1 ends', '2 begins', '2 ends'])
})

test('a run that breaks ends the whole with its error, after the output of all', async () => {
  const printed: string[] = []
  const broken = async () => Promise.reject(new Error('broken'))
  const slow = async (print: Print) => {
    await new Promise(setImmediate)
    print('the other')
  }
  await expect(runAtOnce([slow, broken, slow], (text) => void printed.push(String(text)))).rejects.toThrow('broken')
  expect(printed).toEqual(['the other', 'the other'])
})
