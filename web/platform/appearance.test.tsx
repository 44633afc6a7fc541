import { afterEach, expect, test } from 'vitest'
import { followAppearance } from './appearance.ts'
import { activateLanguage, activeLanguage, i18n } from './i18n.ts'

const page = document.documentElement

/** What another tab stores, with the event that this tab gets. */
function storeElsewhere(name: string, value: string | null): void {
  const key = `wl.${name}`
  if (value === null) localStorage.removeItem(key)
  else localStorage.setItem(key, value)
  dispatchEvent(new StorageEvent('storage', { key, newValue: value, storageArea: localStorage }))
}

afterEach(async () => {
  localStorage.clear()
  await activateLanguage('en-US')
})

test('a tab follows the language, the text size, and the motion that another tab has chosen', async () => {
  // Catalogs exist only in builds.
  i18n.loadAndActivate({ locale: 'ar', messages: {} })
  const stop = followAppearance()
  storeElsewhere('text-size', 'large')
  storeElsewhere('motion', 'reduced')
  storeElsewhere('language', 'en-US')
  expect([page.dataset['textSize'], page.dataset['motion']]).toEqual(['large', 'reduced'])
  await expect.poll(activeLanguage).toBe('en-US')
  expect([page.lang, page.dir]).toEqual(['en-US', 'ltr'])
  storeElsewhere('text-size', null)
  expect(page.dataset['textSize']).toBeUndefined()
  stop()
  storeElsewhere('motion', null)
  expect(page.dataset['motion']).toBe('reduced')
})
