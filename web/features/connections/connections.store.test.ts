import { beforeEach, expect, it } from 'vitest'
import { useConnectionsStore } from './connections.store.ts'

const store = () => useConnectionsStore.getState()
beforeEach(() => store().reset())

it('starts at 0 and rises with each new request', () => {
  expect(store().connectionRequestsCount).toBe(0)
  store().rise()
  store().rise()
  expect(store().connectionRequestsCount).toBe(2)
})

it('falls by one but never below 0', () => {
  store().rise()
  store().fall()
  store().fall()
  expect(store().connectionRequestsCount).toBe(0)
})

it("can be reset to 0 and set to the server's count", () => {
  store().setCount(7)
  expect(store().connectionRequestsCount).toBe(7)
  store().reset()
  expect(store().connectionRequestsCount).toBe(0)
})
