import { type AppLanguage, DEFAULT_LANGUAGE, directionOf } from '#contract/languages/languages.ts'
import { PRODUCT_NAME } from '#contract/base/product.ts'

export type Letter = {
  /** What it is written in; left out: the default. */
  language?: AppLanguage
  subject: string
  /** Paragraphs of plain text. What people wrote themselves may stand in them. */
  paragraphs: readonly string[]
  /** The one thing to do. */
  action?: { label: string; url: string }
  /** Smaller, below. */
  notes?: readonly string[]
  /** Where the reader ends mails like this one; for those that come by themselves. */
  unsubscribeUrl?: string
}

/** A mail as it is sent: both forms say the same. */
export type WrittenLetter = { subject: string; text: string; html: string }

/** Writes a letter of the product as plain text and as simple HTML that shows in every mail program. */
export function writeLetter({
  language = DEFAULT_LANGUAGE,
  subject,
  paragraphs,
  action,
  notes = [],
  unsubscribeUrl,
}: Letter): WrittenLetter {
  const stop = UNSUBSCRIBE[language]
  const oneLine = subject.replace(/\s+/g, ' ').trim()
  const text = [
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...notes,
    ...(unsubscribeUrl ? [`${stop}:\n${unsubscribeUrl}`] : []),
    `-- \n${PRODUCT_NAME}`,
  ].join('\n\n')
  return {
    subject: oneLine,
    text: `${text}\n`,
    html: page(oneLine, { language, paragraphs, notes, ...(action ? { action } : {}), ...(unsubscribeUrl ? { unsubscribeUrl } : {}) }),
  }
}

const UNSUBSCRIBE: Readonly<Record<AppLanguage, string>> = {
  'en-US': 'Stop these mails',
  de: 'Diese Mails beenden',
  es: 'Dejar de recibir estos correos',
  ar: 'إيقاف هذه الرسائل',
}

type Page = Omit<Letter, 'subject'> & { language: AppLanguage }

function page(title: string, { language, paragraphs, action, notes = [], unsubscribeUrl }: Page): string {
  const lines = paragraphs.map((it) => `<p>${escapeHtml(it)}</p>`).join('\n')
  const button = action
    ? `<p><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 22px;border-radius:999px;background:#1b1e24;color:#ffffff;text-decoration:none;font-weight:bold">${escapeHtml(action.label)}</a></p>
<p style="color:#5b616e;font-size:14px">${escapeHtml(action.url)}</p>`
    : ''
  const small = notes.map((it) => `<p style="color:#5b616e;font-size:14px">${escapeHtml(it)}</p>`).join('\n')
  const end = unsubscribeUrl
    ? `<p style="font-size:14px"><a href="${escapeHtml(unsubscribeUrl)}" style="color:#5b616e">${UNSUBSCRIBE[language]}</a></p>`
    : ''
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:24px;background:#ffffff;color:#15171c;font:16px/1.5 sans-serif">
<div style="max-width:520px;margin:0 auto">
${lines}
${button}
${small}
${end}
<p style="color:#5b616e;font-size:14px">${escapeHtml(PRODUCT_NAME)}</p>
</div></body></html>
`
}

/** Text as it may stand in HTML, in an attribute too. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
