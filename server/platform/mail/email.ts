import { type AppLanguage, DEFAULT_LANGUAGE, directionOf } from '#contract/languages/languages.ts'
import { PRODUCT_NAME } from '#contract/base/product.ts'

export type Email = {
  /** The default language when missing. */
  language?: AppLanguage
  subject: string
  /** Paragraphs of plain text, which may contain user content. */
  paragraphs: readonly string[]
  /** Parts with a title, before the paragraphs. */
  sections?: readonly EmailSection[]
  action?: { label: string; url: string }
  /** Smaller text below. */
  notes?: readonly string[]
  /** The unsubscribe link; for emails that the user did not request. */
  unsubscribeUrl?: string
}

/** A part of an email: rows with a label, which may contain user content, and where there is more. */
export type EmailSection = {
  title: string
  rows: readonly { label: string; lines: readonly string[] }[]
  link: { label: string; url: string }
}

/** An email with both bodies. */
export type RenderedEmail = { subject: string; text: string; html: string }

/** Renders an email as plain text and as simple HTML that every mail program can show. */
export function renderEmail({
  language = DEFAULT_LANGUAGE,
  subject,
  paragraphs,
  sections = [],
  action,
  notes = [],
  unsubscribeUrl,
}: Email): RenderedEmail {
  const unsubscribeLabel = UNSUBSCRIBE[language]
  const oneLine = subject.replace(/\s+/g, ' ').trim()
  const text = [
    ...sections.flatMap(({ title, rows, link }) => [
      title,
      ...rows.map(({ label, lines }) => [`${label}:`, ...lines].join('\n')),
      `${link.label}:\n${link.url}`,
    ]),
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...notes,
    ...(unsubscribeUrl ? [`${unsubscribeLabel}:\n${unsubscribeUrl}`] : []),
    `-- \n${PRODUCT_NAME}`,
  ].join('\n\n')
  return {
    subject: oneLine,
    text: `${text}\n`,
    html: page(oneLine, {
      language,
      sections,
      paragraphs,
      notes,
      ...(action ? { action } : {}),
      ...(unsubscribeUrl ? { unsubscribeUrl } : {}),
    }),
  }
}

const UNSUBSCRIBE: Readonly<Record<AppLanguage, string>> = {
  'en-US': 'Stop these mails',
  de: 'Diese Mails beenden',
  es: 'Dejar de recibir estos correos',
  ar: 'إيقاف هذه الرسائل',
}

type Page = Omit<Email, 'subject'> & { language: AppLanguage }

function page(title: string, { language, sections = [], paragraphs, action, notes = [], unsubscribeUrl }: Page): string {
  const parts = sections.map(sectionHtml).join('\n')
  const lines = paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('\n')
  const button = action
    ? `<p><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 22px;border-radius:999px;background:#1b1e24;color:#ffffff;text-decoration:none;font-weight:bold">${escapeHtml(action.label)}</a></p>
<p style="color:#5b616e;font-size:14px">${escapeHtml(action.url)}</p>`
    : ''
  const small = notes.map((note) => `<p style="color:#5b616e;font-size:14px">${escapeHtml(note)}</p>`).join('\n')
  const end = unsubscribeUrl
    ? `<p style="font-size:14px"><a href="${escapeHtml(unsubscribeUrl)}" style="color:#5b616e">${UNSUBSCRIBE[language]}</a></p>`
    : ''
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:24px;background:#ffffff;color:#15171c;font:16px/1.5 sans-serif">
<div style="max-width:520px;margin:0 auto">
${parts}
${lines}
${button}
${small}
${end}
<p style="color:#5b616e;font-size:14px">${escapeHtml(PRODUCT_NAME)}</p>
</div></body></html>
`
}

function sectionHtml({ title, rows, link }: EmailSection): string {
  const all = rows.map(
    ({ label, lines }) =>
      `<p><span style="color:#5b616e;font-size:14px">${escapeHtml(label)}</span><br>\n${lines.map(escapeHtml).join('<br>\n')}</p>`,
  )
  return `<h1 style="margin:0 0 16px;font-size:24px;line-height:1.2">${escapeHtml(title)}</h1>
${all.join('\n')}
<p><a href="${escapeHtml(link.url)}" style="color:#15171c;font-weight:bold">${escapeHtml(link.label)}</a></p>`
}

/** Escapes text for HTML, including attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
