import { expect } from '@playwright/test'
import { test } from '#tests/kit/test.ts'
import { logInAt } from '#sandbox/kit/log-in.ts'
import { anApiUser } from '#tests/kit/api-user.ts'
import { peoplePage } from '#tests/kit/pages/people.page.ts'
import type { RunningServer } from '#tests/kit/running-server.ts'
import { aVisitor } from '#tests/kit/visitor.ts'

let server: RunningServer
test.beforeAll(({ demoServer }) => {
  server = demoServer
})

type Answer = Record<string, never>

test('the demo world has activity, and the product computes all its numbers', async ({ browser }) => {
  const [mira] = server.ready.logins
  if (!mira) throw new Error('the server printed no login')
  const visitor = await aVisitor(browser, server)
  await visitor.open('/')
  const example = await visitor.page.evaluate(
    async () => (await (await fetch('/app/public/example-match')).json()) as { example: { match: { percent: number } } | null },
  )
  await expect(visitor.page.getByText(`${example.example?.match.percent}%`).first()).toBeVisible()

  await visitor.signIn(mira)
  /** The response of this call for the page: requested separately, or with its session. */
  const get = async <T extends Answer | object>(path: string) => {
    // The page's own schema parses this response. A response to the previous page may no longer be readable; then the next one counts.
    let answer: T | null = null
    await visitor.page.waitForResponse(async (response) => {
      const { pathname } = new URL(response.url())
      if (pathname !== path && pathname !== '/identity/start') return false
      const body = (await response.json().catch(() => null)) as Record<string, unknown> | null
      const answers = pathname === path ? { [path]: body } : ((body?.['answers'] ?? {}) as Record<string, unknown>)
      const [, found] = Object.entries(answers).find(([address]) => address.split('?')[0] === path) ?? []
      answer = (found ?? null) as T | null
      return answer !== null
    })
    return answer as unknown as T
  }
  const matches = get<{ total: number; people: { match: { percent: number | null } }[] }>('/app/auth/matches')
  await peoplePage(visitor).findBuddies()
  const { total, people } = await matches
  expect(total).toBeGreaterThan(45)
  const shown = await peoplePage(visitor).ranking()
  expect(shown.map(({ percent }) => percent)).toEqual(people.map(({ match }) => match.percent))
  // A hard-coded number would be the same for many; these come from 60 different tastes.
  expect(new Set(people.map(({ match }) => match.percent)).size).toBeGreaterThan(8)

  const requests = get<{ requests: object[] }>('/app/auth/connection-requests')
  const feed = get<{ moments: object[] }>('/app/auth/moments')
  await visitor.open('/')
  expect((await requests).requests.length).toBeGreaterThan(0)
  expect((await feed).moments.length).toBeGreaterThan(0)
  const chats = get<{ chats: { last: object | null }[] }>('/app/auth/chats')
  await visitor.open('/chat')
  expect((await chats).chats.filter(({ last }) => last).length).toBeGreaterThan(1)
  await visitor.expectQuiet()
  await visitor.leave()
})

test('a match changes when taste does', async ({ browser }) => {
  const picks = ['Bonobo', 'Moby', 'Little Dragon'].map((name) => ({ kind: 'artist' as const, name }))
  const lena = await anApiUser(server, 'lena', 'Lena Brand', { picks })
  const started = (await lena.ask('POST', '/sources/spotify/begin')) as { authorize_url: string }
  const back = (await logInAt(started.authorize_url, 'lena.brand')).searchParams
  await lena.ask('POST', '/sources/spotify/finish', { code: back.get('code'), state: back.get('state') })
  await expect.poll(async () => JSON.stringify(await lena.ask('GET', '/sources'))).toContain('"connected"')

  const visitor = await aVisitor(browser, server)
  await visitor.signIn(lena.login)
  const { page } = visitor
  const openAmara = async () => {
    await visitor.open('/search?q=amara')
    await page
      .getByRole('link', { name: /Amara Obi/ })
      .first()
      .click()
    await expect(page.getByRole('heading', { name: 'Amara Obi', level: 1 })).toBeVisible()
  }
  const percent = () =>
    page
      .getByText(/^\d+%$/)
      .first()
      .textContent()
  await openAmara()
  await expect(page.getByText(/^\d+%$/).first()).toBeVisible()
  const before = await percent()

  await visitor.open('/social_connect')
  await page
    .getByRole('region', { name: 'Spotify' })
    .getByRole('button', { name: /^Disconnect/ })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByRole('button', { name: 'Connect Spotify' })).toBeVisible()
  await openAmara()
  await expect.poll(percent).not.toBe(before)
  await visitor.expectQuiet()
  await visitor.leave()
})
