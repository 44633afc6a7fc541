import { FORWARDED_REFERENCE } from '#contract/chat/message-link.ts'
import type { UploadedPicture } from '#contract/uploads.ts'
import { uploadPicture } from '#web/features/uploads/upload-picture.ts'
import type { MessageRowData } from '../engine/rows.ts'
import type { Draft } from '../runtime/chat.state.ts'

/** A conversation, or a buddy without one. */
export type ForwardTarget = Pick<Draft, 'to' | 'chatId'>

type Forwardable = Pick<MessageRowData, 'type' | 'content' | 'referenceItem' | 'pictures' | 'voice'>

/**
 * The message for another conversation. It keeps text, items and moments; references to its own conversation (replies, shared sessions,
 * polls, safe queues, plays) are left out. The server shows a moment only to those whom its author shows it.
 */
export function forwardedDraft(
  { type, content, referenceItem, voice }: Forwardable,
  pictures: UploadedPicture[],
  target: ForwardTarget,
  recording: Blob | null = null,
): Draft {
  const references = referenceItem.filter((item) => !item.includes(':') || item.startsWith('moment:') || item.startsWith('at:'))
  return {
    ...target,
    type: type === 'picture' ? 'text' : type,
    content,
    referenceItem: [...references, FORWARDED_REFERENCE],
    pictures,
    ...(voice && recording ? { voice: { file: recording, durationMs: voice.durationMs, waveform: voice.waveform } } : {}),
  }
}

/** The file of a voice message, which the copy uploads again; undefined if it can't be loaded. */
export async function copyRecording(voice: MessageRowData['voice']): Promise<Blob | null | undefined> {
  if (!voice) return null
  if (typeof voice.source !== 'string') return voice.source
  const response = await fetch(voice.source).catch(() => null)
  return response?.ok ? response.blob() : undefined
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
