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
  const visitor = await signUp(browser)
  const piet = await anApiUser(server, 'piet', 'Piet Olsen', { picks: hisPicks })
  const other = await aVisitor(browser, server, { mayBeOffline: true })
  await other.signIn(piet.login)
  await other.open('/')

  await test.step('connects Spotify and YouTube, and lands on the new matches with the counts', async () => {
    await visitor.open('/social_connect')
    const accounts = accountsPage(visitor)
    await accounts.connect('Spotify', 'nora.vale')
    await visitor.open('/social_connect')
    await accounts.expectConnected('Spotify')
    await accounts.connect('YouTube', 'nora.vale')
    await visitor.open('/social_connect')
    await accounts.expectConnected('YouTube')
    await expect(accounts.card('YouTube').getByText(/^channels?$/)).toBeVisible()
    await visitor.expectAccessible()
  })

  await test.step('finds people ranked by match, with shared items, and sends a request', async () => {
    const people = peoplePage(visitor)
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
    await peoplePage(other).openRequestOf(nora.name)
    await expect(other.page.getByText('You had me at Bonobo.')).toBeVisible()
    await other.expectAccessible()
    await other.page.getByRole('button', { name: `Accept ${nora.name}’s request` }).click()
    await expect(other.page.getByText(`You and ${nora.name} are buddies`).first()).toBeVisible()
    await expect(
      peoplePage(visitor)
        .card(piet.name)
        .getByRole('link', { name: `Message ${piet.name}` }),
    ).toBeVisible()
  })

  const sent: string[] = []
  const shownTo = (name: string) => sent.map((line) => line.replace(`${name}: `, 'You: '))
  const bothSee = async () => {
    await chatPage(visitor).expectMessages(shownTo(nora.name))
    await chatPage(other).expectMessages(shownTo(piet.name))
  }

  await test.step('they talk: messages, a YouTube link, one message written offline', async () => {
    // A notice covers the link for seconds.
    await visitor.page.getByRole('link', { name: `Message ${piet.name}` }).press('Enter')
    await expect(visitor.page).toHaveURL(/\/chat\/[0-9a-f-]{36}/)
    await chatPage(visitor).write('Hello Piet!')
    sent.push(`${nora.name}: Hello Piet!`)
    await other.open(visitor.path())
    await bothSee()
    await chatPage(other).write('Hi Nora, what a match')
    sent.push(`${piet.name}: Hi Nora, what a match`)
    await bothSee()
    await chatPage(visitor).write(VIDEO)
    sent.push(`${nora.name}: ${VIDEO}`)
    await bothSee()
    await visitor.context.setOffline(true)
    await chatPage(visitor).write('Written in a tunnel')
    await chatPage(other).write('Are you there?')
    sent.push(`${piet.name}: Are you there?`)
    await chatPage(other).expectMessages(shownTo(piet.name))
    await visitor.context.setOffline(false)
    sent.push(`${nora.name}: Written in a tunnel`)
    await bothSee()
    await visitor.expectAccessible()
  })

  await test.step('after a reload and after a killed server all messages are shown once and in order', async () => {
    await server.restart('SIGKILL')
    // Without an event, a tab waits seconds before it connects again (together-sync.e2e.ts).
    await other.context.setOffline(true)
    await other.context.setOffline(false)
    await chatPage(visitor).write('Still here')
    sent.push(`${nora.name}: Still here`)
    await bothSee()
    await Promise.all([visitor.page.reload(), other.page.reload()])
    await bothSee()
    await chatPage(visitor).expectAllSent()
  })

  await visitor.expectQuiet()
  await other.expectQuiet()
  await Promise.all([visitor.leave(), other.leave()])
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
