import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { appLanguages } from '#contract/languages/languages.ts'
import { retentionRules } from '#server/features/sources/retention.rules.ts'
import { readCatalog } from '#web/build/catalogs.ts'

const { spotify, youtube, lastfm, listenbrainz } = retentionRules

test.each(appLanguages)('the privacy policy in %s names the days after which read data is deleted', async (language) => {
  const words = await readCatalog(readFileSync(`web/locales/${language}/messages.po`, 'utf8'))
  const days = (id: string) => (words.get(id)?.match(/\d+/g) ?? []).map(Number)
  expect(days('privacy.spotify')).toEqual([spotify.deleteAfter, spotify.deleteAfterRejection])
  expect(days('privacy.youtube')).toEqual([youtube.refreshAfter, youtube.deleteAfter, youtube.deleteAfterRejection])
  expect(days('privacy.public-profiles')).toEqual([lastfm.deleteAfter, lastfm.deleteAfterRejection])
  expect([spotify.refreshAfter, lastfm.refreshAfter]).toEqual([7, 7])
  expect(listenbrainz).toEqual(lastfm)
})
