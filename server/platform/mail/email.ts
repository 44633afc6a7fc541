import { type AppLanguage, DEFAULT_LANGUAGE, directionOf } from '#contract/languages/languages.ts'
import { PRODUCT_NAME } from '#contract/base/product.ts'

export type Email = {
  /** The default language when missing. */
  language?: AppLanguage
  subject: string
  /** Paragraphs of plain text, which may contain user content. */
  paragraphs: readonly string[]
  /** The call to action. */
  action?: { label: string; url: string }
  /** Smaller text below. */
  notes?: readonly string[]
  /** The unsubscribe link; for emails that the user did not request. */
  unsubscribeUrl?: string
}

/** An email with both bodies. */
export type RenderedEmail = { subject: string; text: string; html: string }

/** Renders an email as plain text and as simple HTML that every mail program can show. */
export function renderEmail({
  language = DEFAULT_LANGUAGE,
  subject,
  paragraphs,
  action,
  notes = [],
  unsubscribeUrl,
}: Email): RenderedEmail {
  const unsubscribeLabel = UNSUBSCRIBE[language]
  const oneLine = subject.replace(/\s+/g, ' ').trim()
  const text = [
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...notes,
    ...(unsubscribeUrl ? [`${unsubscribeLabel}:\n${unsubscribeUrl}`] : []),
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

type Page = Omit<Email, 'subject'> & { language: AppLanguage }

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

/** Escapes text for HTML, including attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
