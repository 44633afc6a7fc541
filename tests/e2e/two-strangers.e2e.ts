import { type Browser, expect } from '@playwright/test'
import { anApiUser } from '#tests/kit/api-user.ts'
import { test } from '#tests/kit/test.ts'
import { accountsPage } from '#tests/kit/pages/accounts.page.ts'
import { chatPage } from '#tests/kit/pages/chat.page.ts'
import { entryPage, type NewPerson } from '#tests/kit/pages/entry.page.ts'
import { peoplePage } from '#tests/kit/pages/people.page.ts'
import { type RunningServer, startServer } from '#tests/kit/running-server.ts'
import { aVisitor, type Visitor } from '#tests/kit/visitor.ts'

const nora: NewPerson = {
  email: 'nora@example.test',
  password: 'a rather long one',
  userName: 'nora',
  name: 'Nora Vale',
  birthYear: 1994,
  picks: ['Bonobo', 'Little Dragon', 'Vsauce'],
}
const hisPicks = [
  { kind: 'artist', name: 'Bonobo' },
  { kind: 'artist', name: 'Moby' },
  { kind: 'channel', name: 'Vsauce' },
] as const
const VIDEO = 'https://www.youtube.com/watch?v=YE7VzlLtp-4'

let server: RunningServer
// Its own server: the test kills it.
test.beforeAll(async () => {
  server = await startServer({ demo: true })
})
test.afterAll(() => server.close())

test('two strangers meet by taste and talk', async ({ browser }) => {
  test.setTimeout(240_000)
  const one = await signUp(browser)
  const piet = await anApiUser(server, 'piet', 'Piet Olsen', { picks: hisPicks })
  const two = await aVisitor(browser, server, { mayBeOffline: true })
  await two.signIn(piet.login)
  await two.open('/')

  await test.step('connects Spotify and YouTube, and lands on the new matches with the counts', async () => {
    await one.open('/social_connect')
    const accounts = accountsPage(one)
    await accounts.connect('Spotify', 'nora.vale')
    await one.open('/social_connect')
    await accounts.expectConnected('Spotify')
    await accounts.connect('YouTube', 'nora.vale')
    await one.open('/social_connect')
    await accounts.expectConnected('YouTube')
    await expect(accounts.card('YouTube').getByText(/^channels?$/)).toBeVisible()
    await one.expectAccessible()
  })

  await test.step('finds people ranked by match, with shared items, and sends a request', async () => {
    const people = peoplePage(one)
    await people.findBuddies()
    const ranking = await people.ranking()
    // Without the demo world, there is only this user.
    expect(ranking.length).toBeGreaterThan(server.ready.logins.length > 0 ? 3 : 0)
    expect(ranking.map(({ percent }) => percent)).toEqual(ranking.map(({ percent }) => percent).toSorted((a, b) => b - a))
    await people.reveal(piet.name)
    await expect(people.card(piet.name).getByText('Bonobo')).toBeVisible()
    await people.ask(piet.name, 'You had me at Bonobo.')
  })

  await test.step('the other sees the request at once, opens the connection and accepts; the first sees that at once', async () => {
    await peoplePage(two).openRequestOf(nora.name)
    await expect(two.page.getByText('You had me at Bonobo.')).toBeVisible()
    await two.expectAccessible()
    await two.page.getByRole('button', { name: `Accept ${nora.name}’s request` }).click()
    await expect(two.page.getByText(`You and ${nora.name} are buddies`).first()).toBeVisible()
    await expect(
      peoplePage(one)
        .card(piet.name)
        .getByRole('link', { name: `Message ${piet.name}` }),
    ).toBeVisible()
  })

  const sent: string[] = []
  const shownTo = (name: string) => sent.map((line) => line.replace(`${name}: `, 'You: '))
  const bothSee = async () => {
    await chatPage(one).expectMessages(shownTo(nora.name))
    await chatPage(two).expectMessages(shownTo(piet.name))
  }

  await test.step('they talk: messages, a YouTube link, one message written offline', async () => {
    await one.page.getByRole('link', { name: `Message ${piet.name}` }).click()
    await expect(one.page).toHaveURL(/\/chat\/[0-9a-f-]{36}/)
    await chatPage(one).write('Hello Piet!')
    sent.push(`${nora.name}: Hello Piet!`)
    await two.open(one.path())
    await bothSee()
    await chatPage(two).write('Hi Nora, what a match')
    sent.push(`${piet.name}: Hi Nora, what a match`)
    await bothSee()
    await chatPage(one).write(VIDEO)
    sent.push(`${nora.name}: ${VIDEO}`)
    await bothSee()
    await one.context.setOffline(true)
    await chatPage(one).write('Written in a tunnel')
    await chatPage(two).write('Are you there?')
    sent.push(`${piet.name}: Are you there?`)
    await chatPage(two).expectMessages(shownTo(piet.name))
    await one.context.setOffline(false)
    sent.push(`${nora.name}: Written in a tunnel`)
    await bothSee()
    await one.expectAccessible()
  })

  await test.step('after a reload and after a killed server all messages are shown once and in order', async () => {
    await one.page.reload()
    await bothSee()
    await server.restart('SIGKILL')
    await chatPage(one).write('Still here')
    sent.push(`${nora.name}: Still here`)
    await bothSee()
    await Promise.all([one.page.reload(), two.page.reload()])
    await bothSee()
    await chatPage(one).expectAllSent()
  })

  await one.expectQuiet()
  await two.expectQuiet()
  await Promise.all([one.leave(), two.leave()])
})

/** Nora reads the landing page, signs up and sets up the account. */
async function signUp(browser: Browser): Promise<Visitor> {
  const visitor = await aVisitor(browser, server, { mayBeOffline: true, serviceWorker: true })
  await visitor.open('/')
  await expect(visitor.page.getByRole('heading', { level: 1 })).toHaveText(/^Find the people/)
  await entryPage(visitor).signUp(nora)
  await expect(visitor.page).toHaveURL(/\/account-setup$/)
  await entryPage(visitor).setUpAccount(nora, { picture: 'web/public/icon-192.png' })
  return visitor
}
