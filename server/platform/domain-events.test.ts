import { AsyncLocalStorage } from 'node:async_hooks'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createFacts, type Fact } from './domain-events.ts'

const anna = '0199d3a0-0000-4000-8000-00000000000a'
const ben = '0199d3a0-0000-4000-8000-00000000000b'
const asked: Fact = { kind: 'request.asked', by: anna, to: ben }

function world() {
  const facts = createFacts({ log: pino({ level: 'silent' }) })
  const heard: Fact[] = []
  return { facts, heard, hear: (fact: Fact) => void heard.push(fact) }
}

test('everybody who wants to hear of a kind hears it, after the act has gone on', async () => {
  const { facts, heard, hear } = world()
  facts.on('request.asked', hear)
  facts.on('request.asked', hear)
  facts.on('request.accepted', hear)
  facts.tell(asked)
  expect(heard).toEqual([])
  await facts.idle()
  expect(heard).toEqual([asked, asked])
})

test('a listener that fails keeps neither the act nor the others from going on', async () => {
  const { facts, heard, hear } = world()
  facts.on('request.asked', () => {
    throw new Error('at once')
  })
  facts.on('request.asked', async () => Promise.reject(new Error('later')))
  facts.on('request.asked', hear)
  facts.tell(asked)
  await facts.idle()
  expect(heard).toEqual([asked])
})

test('what a listener tells in turn is waited for, too', async () => {
  const { facts, heard, hear } = world()
  facts.on('request.asked', ({ by, to }) => facts.tell({ kind: 'request.accepted', by: to, to: by }))
  facts.on('request.accepted', hear)
  facts.tell(asked)
  await facts.idle()
  expect(heard).toEqual([{ kind: 'request.accepted', by: ben, to: anna }])
})

test('where traces are kept, what a listener does counts to the act that told it', async () => {
  const act = new AsyncLocalStorage<string>()
  const facts = createFacts({ log: pino({ level: 'silent' }), trace: { inTheirName: (work) => AsyncLocalStorage.bind(work) } })
  const acts: (string | undefined)[] = []
  facts.on('request.asked', () => void acts.push(act.getStore()))
  for (const name of ['one', 'another']) act.run(name, () => facts.tell(asked))
  await facts.idle()
  expect(acts).toEqual(['one', 'another'])
})
