import { execFileSync } from 'node:child_process'
import { type Browser, expect } from '@playwright/test'
import { demoLogins } from '#sandbox/demo/people.ts'
import { test } from '#tests/kit/test.ts'
import { anApiUser, befriend, type ApiUser } from '#tests/kit/api-user.ts'
import { type RunningServer, startServer } from '#tests/kit/running-server.ts'
import { aVisitor, type Visitor } from '#tests/kit/visitor.ts'

let server: RunningServer
let anna: ApiUser
let ben: ApiUser
const [mod] = demoLogins
if (!mod) throw new Error('the demo world has no logins')
/** The command needs the data folder exclusively, so it runs before the server. */
const addModerator = (environment: Record<string, string>): void => {
  const output = execFileSync('node_modules/node/bin/node', ['tools/moderator.ts', 'add', mod.userName], {
    env: { ...process.env, ...environment },
    encoding: 'utf8',
  })
  expect(output).toBe(`@${mod.userName} is a moderator now: /moderation\n`)
}

test.beforeAll(async () => {
  test.setTimeout(240_000)
  server = await startServer({ demo: true, prepare: addModerator })
  anna = await anApiUser(server, 'anna', 'Anna Vale')
  ben = await anApiUser(server, 'ben', 'Ben Olsen')
  await befriend(anna, ben)
})
test.afterAll(() => server.close())

async function visitorOf(browser: Browser, login: ApiUser['login']): Promise<Visitor> {
  const visitor = await aVisitor(browser, server, { mayBeOffline: true })
  await visitor.signIn(login)
  return visitor
}

test('a report is decided, the user is suspended at once, and returns after an appeal', async ({ browser }) => {
  const { id } = await ben.ask('POST', '/moments', { text: 'Anna is the worst, and that is that' })
  const reporter = await visitorOf(browser, anna.login)
  const moderator = await visitorOf(browser, mod)
  const reported = await visitorOf(browser, ben.login)
  const { page } = moderator
  await reported.open('/')

  await test.step('a user reports a moment', async () => {
    await reporter.open(`/moments?post=${String(id)}`)
    const layer = reporter.page.getByRole('dialog')
    await layer.getByRole('button', { name: /^More/ }).first().click()
    await reporter.page.getByRole('menuitem', { name: /^Report/ }).click()
    const dialog = reporter.page.getByRole('dialog', { name: 'Report this moment' })
    await dialog.getByLabel('What is it about?').selectOption('harassment')
    await dialog.getByLabel(/What should we know/).fill('He does this every week')
    await dialog.getByRole('button', { name: 'Report', exact: true }).click()
    await expect(reporter.page.getByText('Thank you. Moderators will review it.')).toBeVisible()
  })

  await test.step('other users see that the page does not exist', async () => {
    await reporter.open('/moderation')
    await expect(reporter.page.getByRole('heading', { level: 1 })).not.toHaveText('Moderation')
    expect(await anna.status('GET', '/moderation/reports')).toBe(404)
  })

  await test.step('the copy remains although the author deletes the moment', async () => {
    await ben.ask('DELETE', `/moments/${String(id)}`)
    await moderator.open('/notifications')
    await expect(page.getByRole('link', { name: /There are reports to review/ })).toHaveAttribute('href', '/moderation')
    await moderator.open('/settings')
    await page.getByRole('region', { name: 'Moderation' }).getByRole('link', { name: 'Open' }).click()
    await page.getByRole('link', { name: /Moment · Ben Olsen/ }).click()
    await expect(page.getByText('Anna is the worst, and that is that')).toBeVisible()
    await expect(page.getByText('He does this every week')).toBeVisible()
    await expect(page.getByText('Anna Vale')).toHaveCount(0)
    await moderator.expectAccessible()
  })

  await test.step('a suspension needs a reason and applies at once, even on the open page', async () => {
    await page.getByRole('button', { name: 'Suspend person' }).click()
    await expect(page.getByText('Enter a reason.')).toBeVisible()
    await page.getByLabel('Reason (the person will read it)').fill('Insulting people')
    await page.getByRole('button', { name: 'Suspend person' }).click()
    await expect(page.getByText('Person suspended')).toBeVisible()
    expect([await ben.status('GET', '/moments'), await ben.status('GET', '/suspension')]).toEqual([403, 200])
    await expect(reported.page.getByRole('heading', { name: 'Your account is suspended' })).toBeVisible({ timeout: 20_000 })
    await expect(reported.page.getByText('Insulting people')).toBeVisible()
    await reported.expectAccessible()
  })

  await test.step('the suspended person appeals, once', async () => {
    await reported.page.getByLabel(/Think this is a mistake/).fill('It was a joke among friends, and I am sorry')
    await reported.page.getByRole('button', { name: 'Send appeal' }).click()
    await expect(reported.page.getByText('A moderator will review it.')).toBeVisible()
    await expect(reported.page.getByRole('button', { name: 'Send appeal' })).toHaveCount(0)
  })

  await test.step('a moderator lifts it, and the user has access again', async () => {
    await moderator.open('/moderation?tab=appeals')
    await expect(page.getByText('It was a joke among friends, and I am sorry')).toBeVisible()
    await page.getByLabel('Your answer (the person will read it)').fill('Accepted, welcome back')
    await page.getByRole('button', { name: 'Lift the suspension' }).click()
    await expect(page.getByText('No open appeals.')).toBeVisible()
    expect(await ben.status('GET', '/moments')).toBe(200)
    await reported.open('/notifications')
    await expect(reported.page.getByText('Your suspension was lifted. Welcome back.')).toBeVisible()
  })

  await test.step('the log lists every action, and the reporter sees the outcome', async () => {
    await page.getByRole('button', { name: 'Log' }).click()
    for (const entry of ['reviewed a report about Ben Olsen', 'suspended Ben Olsen', 'lifted Ben Olsen’s suspension'])
      await expect(page.getByText(`${mod.name} ${entry}`)).toBeVisible()
    await reporter.open('/notifications')
    await reporter.page.getByRole('link', { name: /Moderators acted on your report. Thank you./ }).click()
    const reports = reporter.page.getByRole('region', { name: 'Your reports' })
    await expect(reports.getByText(/^Moderators acted on it on/)).toBeVisible()
  })
  for (const visitor of [reporter, moderator, reported]) await visitor.leave()
})
