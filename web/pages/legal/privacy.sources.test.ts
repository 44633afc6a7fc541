import { setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { sourceArticles } from './privacy.sources.ts'

const i18n = setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })

test('the privacy policy says what YouTube wants said, and leads where access is taken back', () => {
  const article = sourceArticles(i18n).find(({ title }) => title === 'YouTube')
  expect(article?.text).toContain('YouTube API Services')
  expect(article?.links?.map(({ href }) => href)).toEqual([
    'https://security.google.com/settings/security/permissions',
    'https://policies.google.com/privacy',
    'https://www.youtube.com/t/terms',
  ])
})

test('every source that can be connected has an article of its own, with a way to its own words', () => {
  const named = sourceArticles(i18n)
    .filter(({ links }) => links)
    .map(({ title }) => title)
  expect(named).toEqual(['Spotify', 'YouTube', 'Last.fm, ListenBrainz'])
})
