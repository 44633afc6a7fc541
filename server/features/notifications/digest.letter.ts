import type { NotificationKind } from '#contract/notifications.ts'
import { PRODUCT_NAME } from '#contract/product.ts'
import type { Letter } from '../../platform/mail/letter.ts'

/** One group of news, as the summary names it. */
export type DigestLine = { kind: NotificationKind; name: string; others: number; count: number }

/** Lines in a mail; the page has the rest. */
const MOST_LINES = 12

/** The summary of what somebody has not seen. */
export function digestLetter({
  lines,
  origin,
  digest,
}: {
  lines: readonly DigestLine[]
  origin: string
  digest: 'daily' | 'weekly'
}): Letter {
  const rest = lines.length - MOST_LINES
  return {
    subject: lines.length === 1 && lines[0] ? sentence(lines[0]) : `${lines.length} things happened at ${PRODUCT_NAME}`,
    paragraphs: [...lines.slice(0, MOST_LINES).map((line) => `• ${sentence(line)}`), ...(rest > 0 ? [`… and ${rest} more.`] : [])],
    action: { label: `Open ${PRODUCT_NAME}`, url: `${origin}/notifications` },
    notes: [`You get this ${digest} because you asked for it in your settings.`],
  }
}

function sentence({ kind, name, others, count }: DigestLine): string {
  const who = others === 0 ? name : `${name} and ${others === 1 ? '1 other' : `${others} others`}`
  switch (kind) {
    case 'request_asked':
      return `${name} would like to connect`
    case 'request_accepted':
      return `${name} accepted your request`
    case 'moment_liked':
      return `${who} ${others === 0 ? 'likes' : 'like'} your moment`
    case 'moment_commented':
      return `${who} commented on your moment`
    case 'message_request':
      return `${name} would like to write to you`
    case 'message':
      return count === 1 ? `New message from ${name}` : `${count} new messages from ${name}`
    case 'moderation':
      return 'Moderators have news for you'
  }
}
