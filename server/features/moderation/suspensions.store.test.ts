import { describe, expect, test } from 'vitest'
import { renderEmail } from '#server/platform/mail/email.ts'
import {
  addresses,
  anna,
  ben,
  closed,
  emails,
  fail,
  mod,
  moderating,
  reported,
  start,
  useModerationWorld,
  waiting,
} from './moderation.test-world.ts'
import { errorCode } from '#tests/kit/error-code.ts'

useModerationWorld()

describe('a suspended person', () => {
  async function suspended() {
    const { id } = await reported()
    await moderating.moderation.decide(mod, id, { act: 'suspend', reason: 'Insults' })
  }

  test('is signed out at once, on every server, and after a restart', async () => {
    const other = start()
    await suspended()
    expect([moderating.suspensions.isSuspended(ben), closed.includes(ben)]).toEqual([true, true])
    await expect.poll(() => other.suspensions.isSuspended(ben)).toBe(true)
    // Each server closes the sockets that it has.
    await expect.poll(() => closed).toEqual([ben, ben])
    const later = start()
    await later.suspensions.start()
    expect([later.suspensions.isSuspended(ben), later.suspensions.isSuspended(anna)]).toEqual([true, false])
  })

  test('is signed out on a disconnected server as soon as it is connected again', async () => {
    let rejoined: (since: Date) => void = () => undefined
    const cutOff = start({ onAnnouncement: () => undefined, onReconnected: (listener) => void (rejoined = listener) })
    await suspended()
    expect(cutOff.suspensions.isSuspended(ben)).toBe(false)
    rejoined(new Date())
    await expect.poll(() => cutOff.suspensions.isSuspended(ben)).toBe(true)
    // Its own sockets, too: the other server may have ended before it closed them.
    await expect.poll(() => closed).toEqual([ben, ben])
  })

  test('gets the reason and one appeal', async () => {
    await suspended()
    expect(await moderating.suspensions.get(ben)).toMatchObject({ reason: 'Insults', appeal: null, answer: null })
    expect(await moderating.moderation.appeal(ben, 'It was a joke')).toMatchObject({ appeal: { text: 'It was a joke' } })
    expect(await errorCode(moderating.moderation.appeal(ben, 'Really'))).toBe('wrong_state')
    expect(await errorCode(moderating.moderation.appeal(anna, 'Me too'))).toBe('not_found')
    const appealed = waiting.filter(({ about, isWaiting }) => about === 'appeals-waiting' && isWaiting)
    expect(appealed.map(({ to }) => to.includes(mod))).toEqual([true])
    expect((await moderating.moderation.appeals(mod)).map((entry) => [entry.person.name, entry.suspension.appeal?.text])).toEqual([
      ['Ben', 'It was a joke'],
    ])
    await moderating.moderation.answerAppeal(mod, ben, { lift: false, text: 'It was none' })
    expect(await moderating.suspensions.get(ben)).toMatchObject({ answer: { text: 'It was none' } })
    expect([await moderating.moderation.appeals(mod), moderating.suspensions.isSuspended(ben)]).toEqual([[], true])
    // Another moderator had the appeal open, too.
    expect(await errorCode(moderating.moderation.answerAppeal(mod, ben, { lift: true, text: 'Fine' }))).toBe('wrong_state')
    expect(moderating.suspensions.isSuspended(ben)).toBe(true)
  })

  test('can sign in at once when the suspension is lifted', async () => {
    await suspended()
    await moderating.suspensions.appeal(ben, 'Sorry')
    await moderating.moderation.answerAppeal(mod, ben, { lift: true, text: 'Welcome back' })
    expect([moderating.suspensions.isSuspended(ben), await moderating.suspensions.get(ben)]).toEqual([false, null])
    expect(await errorCode(moderating.moderation.answerAppeal(mod, ben, { lift: true, text: 'x' }))).toBe('wrong_state')
  })
})

describe('an email', () => {
  const suspend = async (reason = 'Insults') => {
    const { id } = await reported('message')
    await moderating.moderation.decide(mod, id, { act: 'suspend', reason })
    return id
  }

  test('sends a suspended user the reason and how to appeal, in their language and as plain text', async () => {
    await suspend('<b>Insults</b>\nand spam')
    expect(emails.map(({ to, language, subject }) => [to, language, subject])).toEqual([
      ['ben@own.example', 'de', 'Dein Konto bei Wavelength ist gesperrt'],
    ])
    const { html, text } = renderEmail(emails[0] ?? { subject: '', paragraphs: [] })
    expect(text).toContain('Grund der Moderation:\n\n<b>Insults</b>\n\nand spam')
    expect(text).toContain('einmal Einspruch')
    expect(text).toContain('Zur Anmeldung:\nhttps://own.example/login')
    expect(html).not.toContain('<b>')
  })

  test('is sent once, although a second report suspends the same person again', async () => {
    await suspend()
    await suspend()
    expect(emails).toHaveLength(1)
  })

  test.each([
    { lift: true, subject: 'Dein Konto bei Wavelength ist nicht mehr gesperrt' },
    { lift: false, subject: 'Dein Konto bei Wavelength bleibt gesperrt' },
  ])('brings the answer of an appeal: $subject', async ({ lift, subject }) => {
    await suspend()
    await moderating.moderation.appeal(ben, 'Sorry')
    await moderating.moderation.answerAppeal(mod, ben, { lift, text: 'What we think' })
    const last = emails.at(-1)
    expect([emails.length, last?.subject, last?.paragraphs.includes('What we think')]).toEqual([2, subject, true])
  })

  test('reports that the suspension is over when a moderator changes the decision', async () => {
    const id = await suspend()
    await moderating.moderation.decide(mod, id, { act: 'dismiss', was: 'suspended' })
    expect(emails.at(-1)).toMatchObject({ subject: 'Dein Konto bei Wavelength ist nicht mehr gesperrt' })
    expect(emails.at(-1)?.paragraphs).toHaveLength(1)
  })

  test('needs a confirmed address, and its failure changes no decision', async () => {
    addresses.clear()
    const id = await suspend()
    expect([emails, moderating.suspensions.isSuspended(ben)]).toEqual([[], true])
    addresses.set(ben, 'ben@own.example')
    fail()
    await moderating.moderation.decide(mod, id, { act: 'dismiss', was: 'suspended' })
    expect([emails, moderating.suspensions.isSuspended(ben)]).toEqual([[], false])
  })
})
