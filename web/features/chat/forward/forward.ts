import { FORWARDED_REFERENCE } from '#contract/chat/message-link.ts'
import type { UploadedPicture } from '#contract/uploads.ts'
import { uploadPicture } from '#web/features/uploads/upload-picture.ts'
import type { MessageRowData } from '../engine/rows.ts'
import type { Draft } from '../runtime/chat.state.ts'

/** A conversation, or a buddy without one. */
export type ForwardTarget = Pick<Draft, 'to' | 'chatId'>

type Forwardable = Pick<MessageRowData, 'type' | 'content' | 'referenceItem' | 'pictures'>

/**
 * The message for another conversation. It keeps text, items and moments; references to its own conversation (replies, shared sessions,
 * plays) are left out. The server shows a moment only to those whom its author shows it.
 */
export function forwardedDraft({ type, content, referenceItem }: Forwardable, pictures: UploadedPicture[], target: ForwardTarget): Draft {
  const kept = referenceItem.filter((item) => !item.includes(':') || item.startsWith('moment:') || item.startsWith('at:'))
  return {
    ...target,
    type: type === 'picture' ? 'text' : type,
    content,
    referenceItem: [...kept, FORWARDED_REFERENCE],
    pictures,
  }
}

/** Copies the pictures of a message: each picture belongs to one message. Null if one of them failed. */
export async function copyPictures(
  pictures: readonly UploadedPicture[],
  load: (url: string) => Promise<Blob> = async (url) => (await fetch(url)).blob(),
  store: typeof uploadPicture = uploadPicture,
): Promise<UploadedPicture[] | null> {
  const copies: UploadedPicture[] = []
  for (const { url, alt } of pictures) {
    const blob = await load(url).catch(() => null)
    const copy = blob && (await store(blob, { path: 'chat' }))
    if (!copy) return null
    copies.push({ ...copy, alt })
  }
  return copies
}

/** The texts of several messages, with their authors. */
export function copiedText(rows: readonly { who: string; text: string }[]): string {
  return rows.length === 1 ? (rows[0]?.text ?? '') : rows.map(({ who, text }) => `${who}: ${text}`).join('\n')
}
