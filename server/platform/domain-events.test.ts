import { AsyncLocalStorage } from 'node:async_hooks'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createDomainEvents, type DomainEvent } from './domain-events.ts'

const anna = '0199d3a0-0000-4000-8000-00000000000a'
const ben = '0199d3a0-0000-4000-8000-00000000000b'
const asked: DomainEvent = { kind: 'request.asked', by: anna, to: ben }

function world() {
  const facts = createDomainEvents({ log: pino({ level: 'silent' }) })
  const heard: DomainEvent[] = []
  return { facts, heard, hear: (fact: DomainEvent) => void heard.push(fact) }
}

test('everybody who wants to hear of a kind hears it, after the act has gone on', async () => {
  const { facts, heard, hear } = world()
  facts.on('request.asked', hear)
  facts.on('request.asked', hear)
  facts.on('request.accepted', hear)
  facts.publish(asked)
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
  facts.publish(asked)
  await facts.idle()
  expect(heard).toEqual([asked])
})

test('what a listener tells in turn is waited for, too', async () => {
  const { facts, heard, hear } = world()
  facts.on('request.asked', ({ by, to }) => facts.publish({ kind: 'request.accepted', by: to, to: by }))
  facts.on('request.accepted', hear)
  facts.publish(asked)
  await facts.idle()
  expect(heard).toEqual([{ kind: 'request.accepted', by: ben, to: anna }])
})

test('where traces are kept, what a listener does counts to the act that told it', async () => {
  const act = new AsyncLocalStorage<string>()
  const facts = createDomainEvents({ log: pino({ level: 'silent' }), trace: { bindContext: (work) => AsyncLocalStorage.bind(work) } })
  const acts: (string | undefined)[] = []
  facts.on('request.asked', () => void acts.push(act.getStore()))
  for (const name of ['one', 'another']) act.run(name, () => facts.publish(asked))
  await facts.idle()
  expect(acts).toEqual(['one', 'another'])
})
