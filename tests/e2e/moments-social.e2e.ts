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
  const [zenoVisitor, yaraVisitor] = [await signedIn(browser, zeno), await signedIn(browser, yara)]
  const [zenoMoments, yaraMoments] = [momentsPage(zenoVisitor), momentsPage(yaraVisitor)]
  const { page } = zenoVisitor

  await test.step('a quote contains the moment, and says who can see it', async () => {
    await zenoMoments.open()
    await zenoMoments.card('The new live session').getByRole('button', { name: 'Repost or quote' }).click()
    await page.getByRole('menuitem', { name: 'Quote', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Quote Yara Lind' })
    await expect(dialog).toContainText('Only people who can see the original see it in your quote.')
    const text = dialog.getByRole('textbox', { name: 'Text of your moment' })
    await text.fill(`What a voice, @${yara.userName.slice(0, 3)}`)
    await expect(dialog.getByRole('option', { name: /Yara Lind/ })).toHaveAttribute('aria-selected', 'true')
    await zenoVisitor.expectAccessible()
    await text.press('Escape')
    await expect(dialog.getByRole('listbox')).toHaveCount(0)
    await text.fill('What a voice, ')
    await text.pressSequentially(`@${yara.userName.slice(0, 3)}`)
    await dialog.getByRole('option', { name: /Yara Lind/ }).waitFor()
    await text.press('Enter')
    await expect(text).toHaveValue(`What a voice, @${yara.userName} `)
    await zenoVisitor.expectAccessible()
    await dialog.getByRole('button', { name: 'Post', exact: true }).click()
    const quote = zenoMoments.card('What a voice')
    await expect(quote.getByRole('blockquote', { name: 'Moment of Yara Lind' })).toContainText('The new live session')
    await expect(quote.getByRole('link', { name: `@${yara.userName}` })).toHaveAttribute('href', `/profile/${yara.uid}`)
  })

  await test.step('a repost has no text of its own', async () => {
    await zenoMoments.card('The new live session').last().getByRole('button', { name: 'Repost or quote' }).click()
    await page.getByRole('menuitem', { name: 'Repost', exact: true }).click()
    await expect(zenoMoments.feed.getByText('reposted')).toBeVisible()
  })

  await test.step('a bookmark is on its own tab, and the menu explains why a moment is shown', async () => {
    await zenoMoments.choose(zenoMoments.card('What a voice'), 'Bookmark')
    await zenoMoments.choose(zenoMoments.card('The new live session').last(), 'Why am I seeing this?')
    const why = page.getByRole('dialog', { name: 'Why am I seeing this?' })
    await expect(why).toContainText('You and Yara Lind are buddies.')
    await zenoVisitor.expectAccessible()
    await page.keyboard.press('Escape')
    await page.getByRole('navigation', { name: 'Moments to show' }).getByRole('link', { name: 'Bookmarks' }).click()
    await expect(zenoMoments.card('What a voice')).toBeVisible()
    await expect(zenoMoments.feed.getByRole('article')).toHaveCount(1)
  })

  await test.step('a comment is liked and answered, and its author is notified', async () => {
    await yaraMoments.open()
    await yaraMoments.openComments(yaraMoments.card('What a voice'))
    await expect(yaraMoments.layer.getByRole('textbox', { name: 'Your comment' })).toBeFocused()
    await yaraMoments.comment('Thank you for listening')
    await expect(yaraMoments.comments).toContainText(['Thank you for listening'])
    await zenoMoments.openComments(zenoMoments.card('What a voice'))
    await expect(zenoMoments.comments).toContainText(['Thank you for listening'])
    await zenoMoments.comments
      .first()
      .getByRole('button', { name: /^Like Yara Lind’s comment/ })
      .click()
    await zenoMoments.comments.first().getByRole('button', { name: 'Reply to Yara Lind' }).click()
    await expect(zenoMoments.layer.getByRole('textbox', { name: 'Your comment' })).toBeFocused()
    await zenoMoments.comment('Any time')
    await expect(zenoMoments.comments.last()).toContainText('Reply to Yara Lind')
    await zenoVisitor.expectAccessible()
    // The other’s open comments follow.
    await expect(yaraMoments.comments.last()).toContainText('Any time')
    await expect(yaraMoments.comments.first().getByRole('button', { name: /1 like$/ })).toBeVisible()
    await zeno.ask('POST', '/moments', { text: `@${yara.userName}, listen to this` })
    await yaraVisitor.open('/notifications')
    for (const text of [
      'Zeno Mohr mentioned you',
      'Zeno Mohr shared your moment',
      'Zeno Mohr replied to your comment',
      'Zeno Mohr likes your comment',
    ])
      await expect(yaraVisitor.page.getByText(text).first()).toBeVisible()
  })

  await test.step('after the original is deleted, the quote says that it is not available', async () => {
    const [original] = ((await yara.ask('GET', `/moments?uid=${yara.uid}`))['moments'] as { id: string }[]).slice(-1)
    await yara.ask('DELETE', `/moments/${original?.id}`)
    await zenoMoments.open()
    await expect(zenoMoments.card('What a voice')).toContainText('This moment isn’t available.')
  })
})

test('a draft of a moment appears on another device, and leaves both when it is posted', async ({ browser }) => {
  const wren = await anApiUser(server, 'wren', 'Wren Falk')
  await wren.ask('POST', '/moments', { text: 'An earlier thought' })
  const [first, second] = [await signedIn(browser, wren), await signedIn(browser, wren)]
  const [here, there] = [momentsPage(first), momentsPage(second)]
  // A device stores a draft a moment after the last change, by its clock.
  for (const { page } of [first, second]) await page.clock.install()
  const stored = async () => {
    for (const { page } of [first, second]) await page.clock.fastForward(1_000)
    return (await wren.ask('GET', '/moment-draft'))['text']
  }
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
