import { expect, test, vi } from 'vitest'
import { appLanguages } from '#contract/languages/languages.ts'
import type { Recap, RecapItem } from '#contract/taste/recaps.ts'
import { renderEmail } from '#server/platform/mail/email.ts'
import { createRecapEmails, recapSection } from './recap-email.ts'

const UID = '0197a0f0-0000-7000-8000-000000000001'
const item = (name: string, plays: number): RecapItem => ({
  item: { id: UID, kind: 'artist', name, by: null, spotify_id: null, youtube_id: null },
  plays,
  before: 0,
  is_new: true,
})
const jonas = { uid: '0197a0f0-0000-7000-8000-000000000002', user_name: 'jonas', name: 'Jonas', avatar_url: null }
const recap: Recap = {
  kind: 'week',
  from: '2026-11-16',
  to: '2026-11-22',
  is_finished: true,
  older: null,
  newer: null,
  span: null,
  is_changed: false,
  played: {
    music: 96,
    video: 5,
    length: { ms: 41_040_000, is_estimate: false },
    before: { plays: 80, seconds: 30_000 },
    unit: 'day',
    parts: [],
    bars: [],
    artists: [item('Floating Points', 41)],
    tracks: [],
    channels: [item('<NPR> Music', 60)],
  },
  fresh: [item('Nala Sinephro', 18)],
  closer: [{ person: jonas, before: 64, now: 71, why: { kind: 'found', item: item('Nala Sinephro', 18).item } }],
  brought: [{ ...item('Tezeta', 9), by: jonas, how: 'sent', at: '2026-11-18T10:00:00.000Z', where: UID }],
  activity: { saved: 4, shared: 1, discovered: 1 },
  gave: [{ item: item('Kerala', 1).item, to: jonas, how: 'sent', at: '2026-11-18T10:00:00.000Z', where: UID }],
  together: [{ people: [jonas], at: '2026-11-18T20:00:00.000Z', items: 3, where: UID }],
  ideas: [],
}
const emailIn = (language: (typeof appLanguages)[number], of = recap) =>
  renderEmail({
    language,
    subject: 'x',
    paragraphs: [],
    sections: [recapSection(language, of, 'https://own.example')],
    unsubscribeUrl: 'https://own.example/u',
  })
const withoutIsolates = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '')

test('the email has the sections of the page as text and as HTML, with the way to stop it', () => {
  const { text, html } = emailIn('en-US')
  expect(withoutIsolates(text)).toBe(`Your week, November 16\u2009–\u200922, 2026

You played:
11 h 24 min
80 plays in the week before
4 saved · 1 shared · 1 discovered

Played the most:
<NPR> Music: 60 plays
Floating Points: 41 plays

New to you:
Nala Sinephro: 18 plays

Closer to you:
Jonas: 64% → 71%, by Nala Sinephro

Brought by your buddies:
Tezeta, from Jonas

Brought by you:
Kerala, to Jonas

Played together:
Jonas: 3 tracks and videos

See your week:
https://own.example/week/2026-11-16

Stop these mails:
https://own.example/u

-- 
Wavelength
`)
  expect(html).toContain('&#60;NPR&#62; Music')
  expect(html).not.toContain('<NPR>')
  for (const part of [
    '11 h 24 min',
    'Floating Points',
    'Nala Sinephro',
    'href="https://own.example/week/2026-11-16"',
    'href="https://own.example/u"',
  ])
    expect(html).toContain(part)
})

test('the email is in the language and direction of its reader', () => {
  const titles = appLanguages.map((language) => recapSection(language, recap, '').rows[2]?.label)
  expect(titles).toEqual(['New to you', 'Neu für dich', 'Nuevo para ti', 'جديد عليك'])
  expect(emailIn('ar').html).toContain('dir="rtl"')
})

test('sections without data are left out', () => {
  const { rows } = recapSection('en-US', { ...recap, fresh: [], closer: [], brought: [], gave: [], together: [] }, '')
  expect(rows.map(({ label }) => label)).toEqual(['You played', 'Played the most'])
})

test('an email has a recap only if a week became ready', async () => {
  const getReadySince = vi.fn<() => Promise<Recap | null>>().mockResolvedValueOnce(recap).mockResolvedValueOnce(null)
  const emails = createRecapEmails({ recaps: { getReadySince }, origin: 'https://own.example' })
  const since = new Date('2026-11-16')
  expect((await emails.section(UID, since, 'de'))?.link.url).toBe('https://own.example/week/2026-11-16')
  expect(await emails.section(UID, since, 'de')).toBeNull()
})
