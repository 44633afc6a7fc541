import { knownLanguage } from '#contract/languages/languages.ts'
import { onStoredChange, readStored } from './storage/browser-storage.ts'
import { activateLanguage, activeLanguage } from './i18n.ts'
import { logger } from './log.ts'
import { stopAll } from './stop-all.ts'

/** Applies the language, text size, and motion that another tab of this browser stored. The theme follows by itself (Mantine). */
export function followAppearance(): () => void {
  return stopAll([
    onStoredChange('language', () => void showLanguage()),
    onStoredChange('text-size', () => markPage('textSize', readStored('text-size'))),
    onStoredChange('motion', () => markPage('motion', readStored('motion'))),
  ])
}

async function showLanguage(): Promise<void> {
  const language = knownLanguage(readStored('language') ?? '')
  if (language === null || language === activeLanguage()) return
  await activateLanguage(language).catch((error: unknown) => logger('language').warn('not shown', { why: String(error) }))
}

/** Sets an attribute that the style sheets read; null removes it. */
export function markPage(name: 'textSize' | 'motion', value: string | null): void {
  if (value === null) delete document.documentElement.dataset[name]
  else document.documentElement.dataset[name] = value
}
