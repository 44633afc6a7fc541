import { type Browser, expect } from '@playwright/test'
import { aCalledPerson, befriend, type CalledPerson } from '#tests/kit/called-person.ts'
import type { RunningServer } from '#tests/kit/running-server.ts'
import { test } from '#tests/kit/test.ts'
import { aVisitor, type Visitor } from '#tests/kit/visitor.ts'

const VIDEO = 'https://www.youtube.com/watch?v=YE7VzlLtp-4'

let server: RunningServer
test.beforeAll(({ emptyServer }) => {
  server = emptyServer
})

async function signedIn(browser: Browser, { login }: CalledPerson): Promise<Visitor> {
  const visitor = await aVisitor(browser, server)
  await visitor.signIn(login)
  await visitor.ask('POST', '/settings/players', { youtube: 'always', spotify: 'always' })
  return visitor
}

const room = ({ page }: Visitor) => page.getByRole('region', { name: 'Listening together' })

/** The position of the fake player, extrapolated to a common moment of this computer, in seconds. */
async function position(visitor: Visitor, atMs: number): Promise<number> {
  const frame = room(visitor).frameLocator('iframe').locator('body')
  const { state, seconds, readMs } = await frame.evaluate((body) => ({
    state: body.dataset['state'],
    seconds: Number(body.querySelector<HTMLInputElement>('input[type=range]')?.value),
    readMs: performance.timeOrigin + performance.now(),
  }))
  return state === '1' ? seconds + (atMs - readMs) / 1_000 : Number.NaN
}

test('two watch a video at the same second, one pauses for both, and the session ends when both leave', async ({ browser }) => {
  const [ida, max] = [await aCalledPerson(server, 'ida', 'Ida Holm'), await aCalledPerson(server, 'max', 'Max Roth')]
  await befriend(ida, max)
  const { chat_id: chatId } = await ida.ask('POST', `/chats/with/${max.uid}`)
  const [hers, his] = [await signedIn(browser, ida), await signedIn(browser, max)]
  await Promise.all([hers.open(`/chat/${String(chatId)}`), his.open(`/chat/${String(chatId)}`)])
  const requests: string[] = []
  his.page.on('request', (request) => requests.push(request.url()))

  await test.step('one starts with a link; the other sees the card, and nothing of the platform loads before the press', async () => {
    await hers.page.getByRole('button', { name: 'Listen or watch together' }).click()
    await hers.page.getByRole('combobox', { name: 'Find a track or a video' }).fill(VIDEO)
    await hers.page.getByRole('combobox', { name: 'Find a track or a video' }).press('Enter')
    await expect(room(hers).frameLocator('iframe').getByText('Fake YouTube')).toBeVisible()
    await expect(room(his).getByText('Ida Holm')).toBeVisible()
    expect(requests.filter((url) => url.startsWith(server.ready.fakeServices?.youtubePlayer ?? '-'))).toEqual([])
    await room(his).getByRole('button', { name: /^Join/ }).click()
    await expect(room(hers).getByText('Max Roth')).toBeVisible()
  })

  await test.step('both players are at the same second', async () => {
    const apart = async () => {
      const now = Date.now()
      const [one, other] = await Promise.all([position(hers, now), position(his, now)])
      return Math.abs(one - other)
    }
    await expect.poll(apart, { timeout: 40_000 }).toBeLessThan(0.35)
    await expect(room(his).getByText('In sync')).toBeVisible()
    await his.expectAccessible()
  })

  await test.step('a pause is for both', async () => {
    await room(his).getByRole('button', { name: 'Pause for everyone' }).click()
    await expect(room(hers).frameLocator('iframe').locator('body[data-state="2"]')).toHaveCount(1)
    await expect(room(his).frameLocator('iframe').locator('body[data-state="2"]')).toHaveCount(1)
  })

  await test.step('the session ends when the last member leaves', async () => {
    await room(hers).getByRole('button', { name: 'Leave' }).click()
    await expect(room(hers).getByRole('button', { name: /^Join/ })).toBeVisible()
    await room(his).getByRole('button', { name: 'Leave' }).click()
    await expect(room(hers)).toHaveCount(0)
    await expect(room(his)).toHaveCount(0)
  })
  await hers.expectQuiet()
  await hers.leave()
  await his.leave()
})
