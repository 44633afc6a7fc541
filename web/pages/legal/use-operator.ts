import { useLingui } from '@lingui/react'
import { useCapabilities } from '#web/features/identity/use-capabilities.ts'
import type { Article } from './Articles.tsx'

/** Who operates this installation, with contact details. */
export function useOperatorArticle(): Article {
  const { i18n } = useLingui()
  const operator = useCapabilities().data?.operator
  const title = i18n._({ id: 'legal.operator', message: 'Who runs this' })
  if (!operator) {
    const text = i18n._({
      id: 'legal.operator.nobody',
      message: 'This installation has no public address. It is for trying things out, and the person who started it stores what is in it.',
    })
    return { title, text }
  }
  const { name, contact } = operator
  return {
    title,
    text: i18n._({
      id: 'legal.operator.text',
      message:
        '{name} runs this installation and is responsible for it. Contact them with any question, or to correct or delete anything that you can’t change yourself.',
      values: { name },
    }),
    links: [{ name: contact, href: contact.startsWith('https:') ? contact : `mailto:${contact}` }],
  }
}
