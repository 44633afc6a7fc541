import { AsyncLocalStorage } from 'node:async_hooks'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createDomainEvents, type DomainEvent } from './domain-events.ts'

const anna = '0199d3a0-0000-4000-8000-00000000000a'
const ben = '0199d3a0-0000-4000-8000-00000000000b'
const requested: DomainEvent = { kind: 'request.asked', by: anna, to: ben }

function world() {
  const events = createDomainEvents({ log: pino({ level: 'silent' }) })
  const received: DomainEvent[] = []
  return { events, received, receive: (event: DomainEvent) => void received.push(event) }
}

test('every subscriber of a kind receives the event, after the publisher has continued', async () => {
  const { events, received, receive } = world()
  events.on('request.asked', receive)
  events.on('request.asked', receive)
  events.on('request.accepted', receive)
  events.publish(requested)
  expect(received).toEqual([])
  await events.idle()
  expect(received).toEqual([requested, requested])
})

test('a failing listener stops neither the command nor other listeners', async () => {
  const { events, received, receive } = world()
  events.on('request.asked', () => {
    throw new Error('at once')
  })
  events.on('request.asked', async () => Promise.reject(new Error('later')))
  events.on('request.asked', receive)
  events.publish(requested)
  await events.idle()
  expect(received).toEqual([requested])
})

test('idle() waits for events that a subscriber publishes, too', async () => {
  const { events, received, receive } = world()
  events.on('request.asked', ({ by, to }) => events.publish({ kind: 'request.accepted', by: to, to: by }))
  events.on('request.accepted', receive)
  events.publish(requested)
  await events.idle()
  expect(received).toEqual([{ kind: 'request.accepted', by: ben, to: anna }])
})

test('with tracing, a subscriber runs in the trace of the publisher', async () => {
  const act = new AsyncLocalStorage<string>()
  const events = createDomainEvents({ log: pino({ level: 'silent' }), trace: { bindContext: (work) => AsyncLocalStorage.bind(work) } })
  const actions: (string | undefined)[] = []
  events.on('request.asked', () => void actions.push(act.getStore()))
  for (const name of ['one', 'another']) act.run(name, () => events.publish(requested))
  await events.idle()
  expect(actions).toEqual(['one', 'another'])
})
