import { AsyncLocalStorage } from 'node:async_hooks'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createDomainEvents, type DomainEvent } from './domain-events.ts'

const anna = '0199d3a0-0000-4000-8000-00000000000a'
const ben = '0199d3a0-0000-4000-8000-00000000000b'
const asked: DomainEvent = { kind: 'request.asked', by: anna, to: ben }

function world() {
  const facts = createDomainEvents({ log: pino({ level: 'silent' }) })
  const received: DomainEvent[] = []
  return { facts, received, receive: (fact: DomainEvent) => void received.push(fact) }
}

test('every subscriber of a kind receives the event, after the publisher has continued', async () => {
  const { facts, received, receive } = world()
  facts.on('request.asked', receive)
  facts.on('request.asked', receive)
  facts.on('request.accepted', receive)
  facts.publish(asked)
  expect(received).toEqual([])
  await facts.idle()
  expect(received).toEqual([asked, asked])
})

test('a failing listener stops neither the command nor other listeners', async () => {
  const { facts, received, receive } = world()
  facts.on('request.asked', () => {
    throw new Error('at once')
  })
  facts.on('request.asked', async () => Promise.reject(new Error('later')))
  facts.on('request.asked', receive)
  facts.publish(asked)
  await facts.idle()
  expect(received).toEqual([asked])
})

test('idle() waits for events that a subscriber publishes, too', async () => {
  const { facts, received, receive } = world()
  facts.on('request.asked', ({ by, to }) => facts.publish({ kind: 'request.accepted', by: to, to: by }))
  facts.on('request.accepted', receive)
  facts.publish(asked)
  await facts.idle()
  expect(received).toEqual([{ kind: 'request.accepted', by: ben, to: anna }])
})

test('with tracing, a subscriber runs in the trace of the publisher', async () => {
  const act = new AsyncLocalStorage<string>()
  const facts = createDomainEvents({ log: pino({ level: 'silent' }), trace: { bindContext: (work) => AsyncLocalStorage.bind(work) } })
  const actions: (string | undefined)[] = []
  facts.on('request.asked', () => void actions.push(act.getStore()))
  for (const name of ['one', 'another']) act.run(name, () => facts.publish(asked))
  await facts.idle()
  expect(actions).toEqual(['one', 'another'])
})
