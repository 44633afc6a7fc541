import { setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { sourceArticles } from './PrivacyText.tsx'

const i18n = setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })

test("includes YouTube's required statements and a link to revoke access", () => {
  const article = sourceArticles(i18n).find(({ title }) => title === 'YouTube')
  expect(article?.text).toContain('YouTube API Services')
  expect(article?.links?.map(({ href }) => href)).toEqual([
    'https://security.google.com/settings/security/permissions',
    'https://policies.google.com/privacy',
    'https://www.youtube.com/t/terms',
  ])
})

test('has an article with a link to its own policy for every source', () => {
  const named = sourceArticles(i18n)
    .filter(({ links }) => links)
    .map(({ title }) => title)
  expect(named).toEqual(['Spotify', 'YouTube', 'Last.fm, ListenBrainz'])
})
