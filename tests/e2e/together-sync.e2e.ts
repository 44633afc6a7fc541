import { expect } from '@playwright/test'
import { apart, expectTogether, findItem, idaAndMax, player, position, room, startWith } from '#tests/kit/pages/together.page.ts'
import type { RunningServer } from '#tests/kit/running-server.ts'
import { test } from '#tests/kit/test.ts'

const VIDEO = 'https://www.youtube.com/watch?v=YE7VzlLtp-4'
const OTHER_VIDEO = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'

let server: RunningServer
test.beforeAll(({ emptyServer }) => {
  server = emptyServer
})

test('after a late join, a killed server and a network outage, both are at the same position again', async ({ browser }) => {
  const mayBeOffline = true
  const { idaVisitor, maxVisitor, chat } = await idaAndMax(browser, server, { mayBeOffline }, { mayBeOffline })
  await Promise.all([idaVisitor.open(chat), maxVisitor.open(chat)])
  const jump = () => room(idaVisitor).getByRole('slider').press('PageUp')

  await test.step('one user joins after the other has played for a while', async () => {
    await startWith(idaVisitor, VIDEO)
    const playedUntil = () => position(idaVisitor, Date.now())
    await expect.poll(playedUntil, { timeout: 40_000 }).toBeGreaterThan(0)
    await jump()
    await expect.poll(playedUntil).toBeGreaterThan(10)
    await room(maxVisitor).getByRole('button', { name: /^Join/ }).click()
    await expectTogether(idaVisitor, maxVisitor, 2_000)
  })

  await test.step('the server is killed: both continue to play in sync, and a seek applies to its user at once and to both after the restart', async () => {
    await server.end('SIGKILL')
    await expectTogether(idaVisitor, maxVisitor, 0)
    await jump()
    await expect.poll(() => apart(idaVisitor, maxVisitor)).toBeGreaterThan(10)
    await server.start()
    await expect(room(maxVisitor).getByText('Ida Holm jumped to another part')).toBeVisible({ timeout: 60_000 })
    await expectTogether(idaVisitor, maxVisitor, 5_000)
  })

  await test.step('one user loses the network while the other seeks, and returns to the other’s position', async () => {
    await maxVisitor.context.setOffline(true)
    await jump()
    await expect.poll(() => apart(idaVisitor, maxVisitor), { timeout: 40_000 }).toBeGreaterThan(10)
    await expect(maxVisitor.page.getByText(/^You’re offline/).first()).toBeVisible({ timeout: 40_000 })
    expect(await apart(idaVisitor, maxVisitor)).toBeGreaterThan(10)
    await maxVisitor.context.setOffline(false)
    await expectTogether(idaVisitor, maxVisitor, 2_000)
  })
  await Promise.all([idaVisitor.leave(), maxVisitor.leave()])
})

/** Throttled timers, as in a tab that has been in the background for minutes: once a minute. */
function addThrottledTimers(): void {
  // Players are separate pages.
  if (window !== top) return
  const wait = globalThis.setTimeout.bind(globalThis)
  const repeat = globalThis.setInterval.bind(globalThis)
  const isThrottled = () => document.documentElement.dataset['throttled'] === 'yes'
  const throttled = (run: () => void) => (isThrottled() ? void wait(run, 60_000) : run())
  Object.assign(globalThis, {
    setTimeout: (run: () => void, ms?: number) => wait(() => throttled(run), ms),
    setInterval: (run: () => void, ms?: number) => {
      let last = 0
      return repeat(() => {
        if (isThrottled() && performance.now() - last < 60_000) return
        last = performance.now()
        run()
      }, ms)
    },
  })
}

test('a tab in the background follows a seek and the next item', async ({ browser }) => {
  const { idaVisitor, maxVisitor, chat } = await idaAndMax(browser, server)
  await maxVisitor.context.addInitScript(addThrottledTimers)
  await Promise.all([idaVisitor.open(chat), maxVisitor.open(chat)])
  await startWith(idaVisitor, VIDEO)
  await room(maxVisitor).getByRole('button', { name: /^Join/ }).click()
  await expectTogether(idaVisitor, maxVisitor, 40_000)
  await idaVisitor.page.getByRole('button', { name: 'Add a track or a video', exact: true }).click()
  await findItem(idaVisitor, OTHER_VIDEO)
  await idaVisitor.page.getByRole('region', { name: 'Attached' }).getByRole('button', { name: 'Watch together' }).click()
  await maxVisitor.page.evaluate(() => (document.documentElement.dataset['throttled'] = 'yes'))

  await room(idaVisitor).getByRole('slider').press('PageUp')
  await expectTogether(idaVisitor, maxVisitor, 2_000)
  const source = await player(maxVisitor).locator('iframe').getAttribute('src')
  await room(idaVisitor).getByRole('slider').press('End')
  await expect(player(maxVisitor).locator('iframe')).not.toHaveAttribute('src', source ?? '-')
  await expectTogether(idaVisitor, maxVisitor, 5_000)
  await maxVisitor.expectQuiet()
  await Promise.all([idaVisitor.leave(), maxVisitor.leave()])
})
