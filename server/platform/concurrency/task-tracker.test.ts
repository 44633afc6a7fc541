import { expect, it } from 'vitest'
import { createTaskTracker } from './task-tracker.ts'

it('is idle once all tasks have ended, including failed ones and those started in the meantime', async () => {
  const tracker = createTaskTracker()
  const ended: string[] = []
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const failing = tracker.track(async () => {
    await held
    void tracker.track(async () => void ended.push('second'))
    ended.push('first')
    throw new Error('failed')
  })
  const idle = tracker.idle().then(() => ended.push('idle'))
  release()
  await expect(failing).rejects.toThrow('failed')
  await idle
  expect(ended).toEqual(['second', 'first', 'idle'])
})

it('is idle at once when nothing runs', async () => {
  await expect(createTaskTracker().idle()).resolves.toBeUndefined()
})
