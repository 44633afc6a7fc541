import type { I18n } from '@lingui/core'
import type { Genre, Topic } from '#contract/taste/print.ts'

export function barName(i18n: I18n, bar: Genre | Topic): string {
  switch (bar) {
    case 'pop':
      return i18n._({ id: 'print.bar.pop', message: 'Pop' })
    case 'dance-pop':
      return i18n._({ id: 'print.bar.dance-pop', message: 'Dance pop' })
    case 'indie-pop':
      return i18n._({ id: 'print.bar.indie-pop', message: 'Indie pop' })
    case 'indie-rock':
      return i18n._({ id: 'print.bar.indie-rock', message: 'Indie rock' })
    case 'alternative':
      return i18n._({ id: 'print.bar.alternative', message: 'Alternative' })
    case 'rock':
      return i18n._({ id: 'print.bar.rock', message: 'Rock' })
    case 'classic-rock':
      return i18n._({ id: 'print.bar.classic-rock', message: 'Classic rock' })
    case 'punk':
      return i18n._({ id: 'print.bar.punk', message: 'Punk' })
    case 'metal':
      return i18n._({ id: 'print.bar.metal', message: 'Metal' })
    case 'folk':
      return i18n._({ id: 'print.bar.folk', message: 'Folk' })
    case 'singer-songwriter':
      return i18n._({ id: 'print.bar.singer-songwriter', message: 'Singer-songwriter' })
    case 'country':
      return i18n._({ id: 'print.bar.country', message: 'Country' })
    case 'soul':
      return i18n._({ id: 'print.bar.soul', message: 'Soul' })
    case 'rnb':
      return i18n._({ id: 'print.bar.rnb', message: 'R&B' })
    case 'hip-hop':
      return i18n._({ id: 'print.bar.hip-hop', message: 'Hip-hop' })
    case 'rap-underground':
      return i18n._({ id: 'print.bar.rap-underground', message: 'Underground rap' })
    case 'afrobeats':
      return i18n._({ id: 'print.bar.afrobeats', message: 'Afrobeats' })
    case 'latin':
      return i18n._({ id: 'print.bar.latin', message: 'Latin' })
    case 'jazz':
      return i18n._({ id: 'print.bar.jazz', message: 'Jazz' })
    case 'classical':
      return i18n._({ id: 'print.bar.classical', message: 'Classical' })
    case 'electronic':
      return i18n._({ id: 'print.bar.electronic', message: 'Electronic' })
    case 'house':
      return i18n._({ id: 'print.bar.house', message: 'House' })
    case 'ambient':
      return i18n._({ id: 'print.bar.ambient', message: 'Ambient' })
    case 'soundtrack':
      return i18n._({ id: 'print.bar.soundtrack', message: 'Soundtracks' })
    case 'other-music':
      return i18n._({ id: 'print.bar.other-music', message: 'Other music' })
    case 'science':
      return i18n._({ id: 'print.bar.science', message: 'Science' })
    case 'mathematics':
      return i18n._({ id: 'print.bar.mathematics', message: 'Mathematics' })
    case 'technology':
      return i18n._({ id: 'print.bar.technology', message: 'Technology' })
    case 'programming':
      return i18n._({ id: 'print.bar.programming', message: 'Programming' })
    case 'film':
      return i18n._({ id: 'print.bar.film', message: 'Film' })
    case 'design':
      return i18n._({ id: 'print.bar.design', message: 'Design' })
    case 'gaming':
      return i18n._({ id: 'print.bar.gaming', message: 'Games' })
    case 'comedy':
      return i18n._({ id: 'print.bar.comedy', message: 'Comedy' })
    case 'live-music':
      return i18n._({ id: 'print.bar.live-music', message: 'Live music' })
    case 'sport':
      return i18n._({ id: 'print.bar.sport', message: 'Sport' })
    case 'news':
      return i18n._({ id: 'print.bar.news', message: 'News' })
    case 'cities':
      return i18n._({ id: 'print.bar.cities', message: 'Cities' })
    case 'talks':
      return i18n._({ id: 'print.bar.talks', message: 'Talks' })
    case 'other-video':
      return i18n._({ id: 'print.bar.other-video', message: 'Other video' })
  }
}

/** The name of a bar inside a sentence: "hip-hop", but "R&B", and nouns keep their capital in German. */
export function barNameInSentence(i18n: I18n, bar: Genre | Topic): string {
  const name = barName(i18n, bar)
  if (i18n.locale.startsWith('de') || /.\p{Lu}/u.test(name)) return name
  return name.toLocaleLowerCase(i18n.locale)
}

/** A piece of a sentence; names of bars are emphasized. */
export type TextPiece = { text: string; isName: boolean }

// The placeholder of the names until the sentence is formatted; no translation contains it.
const NAMES = '\uFFFC'

/** "You meet in hip-hop, house and talks", or that no bar is high for both. */
export function meetingText(i18n: I18n, bars: readonly (Genre | Topic)[]): TextPiece[] {
  if (bars.length === 0)
    return [{ text: i18n._({ id: 'print.meet.none', message: 'You don’t share a top genre or topic' }), isName: false }]
  const sentence = i18n._({ id: 'print.meet', message: 'You meet in {bars}', values: { bars: NAMES } })
  const [before = '', after = ''] = sentence.split(NAMES)
  const names = new Intl.ListFormat(LIST_LOCALE[i18n.locale] ?? i18n.locale, { type: 'conjunction' })
    .formatToParts(bars.map((bar) => barNameInSentence(i18n, bar)))
    .map(({ type, value }) => ({ text: value, isName: type === 'element' }))
  return [{ text: before, isName: false }, ...names, { text: after, isName: false }].filter(({ text }) => text !== '')
}

// The product writes lists without a serial comma.
const LIST_LOCALE: Record<string, string> = { 'en-US': 'en-GB' }
