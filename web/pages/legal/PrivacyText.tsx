import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { Articles, type Article } from './Articles.tsx'
import { keptAndSeen, othersAndAfterwards } from './privacy.articles.ts'
import { sourceArticles } from './privacy.sources.ts'
import { useOperatorArticle } from './use-operator.ts'

/** What the software does with what it knows; every sentence is true of the code. */
export function PrivacyText() {
  const { i18n } = useLingui()
  const operator = useOperatorArticle()
  return <Articles items={[operator, ...keptAndSeen(i18n), ...sourceArticles(i18n), ...othersAndAfterwards(i18n), english(i18n)]} />
}

function english(i18n: I18n): Article {
  return {
    title: i18n._({ id: 'legal.languages', message: 'Languages' }),
    text: i18n._({
      id: 'legal.languages.text',
      message: 'This text is there in several languages so that everybody can read it. Where they differ, the English one holds.',
    }),
  }
}
