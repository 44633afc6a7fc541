import type { AppLanguage } from '#contract/languages/languages.ts'
import type { Uid } from '#contract/base/ids.ts'
import { formatPeriod } from '#contract/taste/periods.ts'
import type { Recap } from '#contract/taste/recaps.ts'
import type { EmailSection } from '#server/platform/mail/email.ts'
import { periodText, totalText, translateRecap } from './recaps.messages.ts'
import type { Recaps } from './recaps.service.ts'

/** The maximum number of lines in each row; the page has the rest. */
const MAX_LINES = 5

/** The recap of a week in the email digest. */
export function createRecapEmails({ recaps, origin }: { recaps: Pick<Recaps, 'getReadySince'>; origin: string }) {
  return {
    async section(uid: Uid, since: Date, language: AppLanguage): Promise<EmailSection | null> {
      const ready = await recaps.getReadySince(uid, since)
      return ready && recapSection(language, ready, origin)
    },
  }
}

/** The sections of the page as rows. Sections without data are left out. */
export function recapSection(language: AppLanguage, recap: Recap, origin: string): EmailSection {
  const { played, fresh, closer, brought, activity, gave, together } = recap
  const percent = (value: number) => new Intl.NumberFormat(language, { style: 'percent' }).format(value / 100)
  const counted = (name: string, plays: number) =>
    translateRecap(language, 'recap.item', { name, plays: translateRecap(language, 'recap.plays', { count: plays }) })
  const makers = played ? [...played.artists, ...played.channels].toSorted((a, b) => b.plays - a.plays) : []
  const rows = [
    {
      label: translateRecap(language, 'recap.played'),
      lines: [played ? totalText(language, played) : '', comparedText(language, recap), activityText(language, activity)],
    },
    { label: translateRecap(language, 'recap.tops'), lines: makers.map(({ item, plays }) => counted(item.name, plays)) },
    { label: translateRecap(language, 'recap.new'), lines: fresh.map(({ item, plays }) => counted(item.name, plays)) },
    {
      label: translateRecap(language, closer.every(({ before, now }) => now > before) ? 'recap.closer' : 'recap.moved'),
      lines: closer.map(({ person, before, now, why }) => {
        const values = { name: person.name, before: percent(before), now: percent(now) }
        if (!why || !('item' in why)) return translateRecap(language, 'recap.closer.one', values)
        return translateRecap(language, 'recap.closer.by', { ...values, item: why.item.name })
      }),
    },
    {
      label: translateRecap(language, 'recap.brought'),
      lines: brought.map(({ item, by }) => translateRecap(language, 'recap.brought.one', { item: item.name, name: by.name })),
    },
    {
      label: translateRecap(language, 'recap.gave'),
      lines: gave.map(({ item, to }) => translateRecap(language, 'recap.gave.one', { item: item.name, name: to.name })),
    },
    {
      label: translateRecap(language, 'recap.together'),
      lines: together.map(({ people, items }) =>
        translateRecap(language, 'recap.item', {
          name: new Intl.ListFormat(language, { type: 'conjunction' }).format(people.map(({ name }) => name)),
          plays: translateRecap(language, 'recap.together.items', { count: items }),
        }),
      ),
    },
  ]
  return {
    title: translateRecap(language, 'recap.title', { span: periodText(language, recap) }),
    rows: rows
      .map(({ label, lines }) => ({ label, lines: lines.filter((line) => line !== '').slice(0, MAX_LINES) }))
      .filter(({ lines }) => lines.length > 0),
    link: { label: translateRecap(language, 'recap.open'), url: `${origin}/week/${formatPeriod(recap)}` },
  }
}

function comparedText(language: AppLanguage, { played }: Recap): string {
  const count = played?.before?.plays ?? 0
  return count === 0 ? '' : translateRecap(language, 'recap.compared', { plays: translateRecap(language, 'recap.plays', { count }) })
}

/** The numbers of saved, shared, and discovered items, without zeros. */
function activityText(language: AppLanguage, { saved, shared, discovered }: Recap['activity']): string {
  const texts = [
    saved > 0 ? translateRecap(language, 'recap.saved', { count: saved }) : '',
    shared > 0 ? translateRecap(language, 'recap.shared', { count: shared }) : '',
    discovered > 0 ? translateRecap(language, 'recap.discovered', { count: discovered }) : '',
  ]
  return texts.filter((text) => text !== '').join(' · ')
}
