import { type Browser, expect } from '@playwright/test'
import { anApiUser, befriend, type ApiUser } from '#tests/kit/api-user.ts'
import { momentsPage } from '#tests/kit/pages/moments.page.ts'
import type { RunningServer } from '#tests/kit/running-server.ts'
import { test } from '#tests/kit/test.ts'
import { aVisitor, type Visitor } from '#tests/kit/visitor.ts'

let server: RunningServer
test.beforeAll(({ emptyServer }) => {
  server = emptyServer
})

async function signedIn(browser: Browser, { login }: ApiUser): Promise<Visitor> {
  const visitor = await aVisitor(browser, server)
  await visitor.signIn(login)
  return visitor
}

test('a moment is quoted, reposted, bookmarked, and shows why it is suggested; a mention and a reply cause notifications', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const [yara, zeno] = [await anApiUser(server, 'yara', 'Yara Lind'), await anApiUser(server, 'zeno', 'Zeno Mohr')]
  await befriend(yara, zeno)
  await yara.ask('POST', '/moments', { text: 'The new live session', audience: 'buddies' })
  const [one, two] = [await signedIn(browser, zeno), await signedIn(browser, yara)]
  const [his, hers] = [momentsPage(one), momentsPage(two)]
  const { page } = one

  await test.step('a quote contains the moment, and says who can see it', async () => {
    await his.open()
    await his.card('The new live session').getByRole('button', { name: 'Repost or quote' }).click()
    await page.getByRole('menuitem', { name: 'Quote', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Quote Yara Lind' })
    await expect(dialog).toContainText('Only people who can see the original see it in your quote.')
    const text = dialog.getByRole('textbox', { name: 'Text of your moment' })
    await text.fill(`What a voice, @${yara.userName.slice(0, 3)}`)
    await expect(dialog.getByRole('option', { name: /Yara Lind/ })).toHaveAttribute('aria-selected', 'true')
    await one.expectAccessible()
    await text.press('Escape')
    await expect(dialog.getByRole('listbox')).toHaveCount(0)
    await text.fill('What a voice, ')
    await text.pressSequentially(`@${yara.userName.slice(0, 3)}`)
    await dialog.getByRole('option', { name: /Yara Lind/ }).waitFor()
    await text.press('Enter')
    await expect(text).toHaveValue(`What a voice, @${yara.userName} `)
    await one.expectAccessible()
    await dialog.getByRole('button', { name: 'Post', exact: true }).click()
    const quote = his.card('What a voice')
    await expect(quote.getByRole('blockquote', { name: 'Moment of Yara Lind' })).toContainText('The new live session')
    await expect(quote.getByRole('link', { name: `@${yara.userName}` })).toHaveAttribute('href', `/profile/${yara.uid}`)
  })

  await test.step('a repost has no text of its own', async () => {
    await his.card('The new live session').last().getByRole('button', { name: 'Repost or quote' }).click()
    await page.getByRole('menuitem', { name: 'Repost', exact: true }).click()
    await expect(his.feed.getByText('reposted')).toBeVisible()
  })

  await test.step('a bookmark is on its own tab, and the menu explains why a moment is shown', async () => {
    await his.choose(his.card('What a voice'), 'Bookmark')
    await his.choose(his.card('The new live session').last(), 'Why am I seeing this?')
    const why = page.getByRole('dialog', { name: 'Why am I seeing this?' })
    await expect(why).toContainText('You and Yara Lind are buddies.')
    await one.expectAccessible()
    await page.keyboard.press('Escape')
    await page.getByRole('navigation', { name: 'Moments to show' }).getByRole('link', { name: 'Bookmarks' }).click()
    await expect(his.card('What a voice')).toBeVisible()
    await expect(his.feed.getByRole('article')).toHaveCount(1)
  })

  await test.step('a comment is liked and answered, and its author is notified', async () => {
    await hers.open()
    await hers.openComments(hers.card('What a voice'))
    await expect(hers.layer.getByRole('textbox', { name: 'Your comment' })).toBeFocused()
    await hers.comment('Thank you for listening')
    await expect(hers.comments).toContainText(['Thank you for listening'])
    await his.openComments(his.card('What a voice'))
    await expect(his.comments).toContainText(['Thank you for listening'])
    await his.comments
      .first()
      .getByRole('button', { name: /^Like Yara Lind’s comment/ })
      .click()
    await his.comments.first().getByRole('button', { name: 'Reply to Yara Lind' }).click()
    await expect(his.layer.getByRole('textbox', { name: 'Your comment' })).toBeFocused()
    await his.comment('Any time')
    await expect(his.comments.last()).toContainText('Reply to Yara Lind')
    await one.expectAccessible()
    // The other’s open comments follow.
    await expect(hers.comments.last()).toContainText('Any time')
    await expect(hers.comments.first().getByRole('button', { name: /1 like$/ })).toBeVisible()
    await zeno.ask('POST', '/moments', { text: `@${yara.userName}, listen to this` })
    await two.open('/notifications')
    for (const text of [
      'Zeno Mohr mentioned you',
      'Zeno Mohr shared your moment',
      'Zeno Mohr replied to your comment',
      'Zeno Mohr likes your comment',
    ])
      await expect(two.page.getByText(text).first()).toBeVisible()
  })

  await test.step('after the original is deleted, the quote says that it is not available', async () => {
    await his.open()
    const [original] = ((await yara.ask('GET', `/moments?uid=${yara.uid}`))['moments'] as { id: string }[]).slice(-1)
    await yara.ask('DELETE', `/moments/${original?.id}`)
    await his.open()
    await expect(his.card('What a voice')).toContainText('This moment isn’t available.')
  })
})

test('a draft of a moment appears on another device, and leaves both when it is posted', async ({ browser }) => {
  const wren = await anApiUser(server, 'wren', 'Wren Falk')
  await wren.ask('POST', '/moments', { text: 'An earlier thought' })
  const [one, two] = [await signedIn(browser, wren), await signedIn(browser, wren)]
  const [here, there] = [momentsPage(one), momentsPage(two)]
  const stored = async () => (await wren.ask('GET', '/moment-draft'))['text']
  await here.open()
  await here.field.fill('Half a thought')
  await expect.poll(stored).toBe('Half a thought')
  await there.open()
  await expect(there.field).toHaveValue('Half a thought')
  await there.composer.getByRole('button', { name: 'Post', exact: true }).click()
  await expect.poll(stored).toBe('')
  await here.open()
  await expect(here.field).toHaveValue('')
  await expect(here.card('Half a thought')).toBeVisible()
})
