import { expect, test } from 'vitest'
import { appLanguages } from '#contract/languages/languages.ts'
import { translationProblems } from '#web/build/translation-problems.ts'
import { identityMessages } from '#server/features/identity/emails/messages.ts'
import { headMessages } from '#server/features/link-previews/link-previews.messages.ts'
import { moderationMessages } from '#server/features/moderation/moderation.messages.ts'
import { notificationMessages } from '#server/features/notifications/notifications.messages.ts'
import { recapMessages } from '#server/features/recaps/recaps.messages.ts'
import { authEmails } from '#server/features/identity/emails/auth-emails.ts'
import { digestEmail } from '#server/features/notifications/digest.service.ts'
import { renderEmail } from '#server/platform/mail/email.ts'

test.each([
  ['about signing in', identityMessages],
  ['about news', notificationMessages],
  ['in the heads of pages', headMessages],
  ['about recaps', recapMessages],
  ['about suspensions', moderationMessages],
])('every language has all messages %s, with the same placeholders and the plurals it needs', (_name, words) => {
  const source = new Map(Object.entries(words['en-US']))
  const problems = appLanguages.flatMap((language) => translationProblems(language, source, new Map(Object.entries(words[language]))))
  expect(problems).toEqual([])
})

test('an email is in the language of its reader, and declares it', () => {
  const german = renderEmail(authEmails('de').signInLink('https://own.example/login#code'))
  expect(german.subject).toBe('Dein Anmeldelink für Wavelength')
  expect(german.text).toContain('Anmelden:\nhttps://own.example/login#code')
  const arabic = renderEmail({ ...authEmails('ar').accountDeleted(), unsubscribeUrl: 'https://own.example/x' })
  expect(arabic.html).toContain('<html lang="ar" dir="rtl">')
  expect(arabic.text).toContain('إيقاف هذه الرسائل:\nhttps://own.example/x')
})

test('the summary uses the plural forms of each language', () => {
  const line = { kind: 'moment_liked', name: 'Mira', others: 2, count: 3 } as const
  const subjects = (lines: number) =>
    appLanguages.map((language) => {
      const group = Array.from({ length: lines }, () => line)
      return digestEmail({ language, lines: group, origin: 'https://own.example', digest: 'weekly' }).subject
    })
  expect(subjects(1)).toEqual([
    'Mira and 2 others like your moment',
    'Mira und 2 weiteren gefällt dein Moment',
    'A Mira y a 2 personas más les gusta tu momento',
    'أعجبت لحظتك Mira وشخصين آخرين',
  ])
  expect(subjects(3)).toEqual([
    '3 updates from Wavelength',
    '3 Neuigkeiten bei Wavelength',
    '3 novedades en Wavelength',
    '3 أخبار جديدة في Wavelength',
  ])
})
