import { setupI18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { expect, it } from 'vitest'
import type { Genre, Topic } from '#contract/taste/print.ts'
import { barNameInSentence, meetingText } from './print.messages.ts'

function i18nOf(locale: string) {
  const i18n = setupI18n({ locale, messages: { [locale]: {} } })
  i18n.setMessagesCompiler(compileMessage)
  return i18n
}
const text = (...bars: (Genre | Topic)[]) =>
  meetingText(i18nOf('en-US'), bars)
    .map((piece) => piece.text)
    .join('')

it('the sentence names one, two or three bars, or says that there are none', () => {
  expect(text('hip-hop', 'house', 'talks')).toBe('You meet in hip-hop, house and talks')
  expect(text('jazz', 'live-music')).toBe('You meet in jazz and live music')
  expect(text('rnb')).toBe('You meet in R&B')
  expect(text()).toBe('You don’t share a top genre or topic')
})

it('only the names are emphasized', () => {
  expect(meetingText(i18nOf('en-US'), ['jazz', 'film'])).toEqual([
    { text: 'You meet in ', isName: false },
    { text: 'jazz', isName: true },
    { text: ' and ', isName: false },
    { text: 'film', isName: true },
  ])
})

it('nouns keep their capital in German', () => {
  expect(barNameInSentence(i18nOf('de'), 'talks')).toBe('Talks')
  expect(barNameInSentence(i18nOf('es'), 'talks')).toBe('talks')
})
