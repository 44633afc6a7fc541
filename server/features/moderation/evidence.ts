import * as z from 'zod/mini'
import type { Uid } from '#contract/base/ids.ts'
import type { SealedColumn } from '#server/platform/crypto/sealed-columns.ts'
import type { Evidence } from './moderation.types.ts'

/** Encrypts texts that only this installation can read. */
export type Sealer = { seal(text: string, context: string): string; open(sealed: string, context: string): string | null }
/** A picture that the viewer may see, as WebP. @throws AppError 'not_found' */
export type PictureReader = (viewer: Uid, id: string) => Promise<Uint8Array>

/** A recording that the viewer may play. @throws AppError 'not_found' */
export type RecordingReader = (viewer: Uid, id: string) => Promise<{ bytes: Uint8Array; mimeType: string }>

const copy = z.object({ text: z.string(), pictures: z.array(z.string()), voice: z.optional(z.string()) })
export type EvidenceCopy = z.output<typeof copy>

const contextOf = (reportId: string) => `report ${reportId}`

export const sealedEvidence: SealedColumn<'id'> = {
  table: 'reports',
  column: 'evidence_sealed',
  key: ['id'],
  contextOf: ({ id }) => contextOf(id),
}

/** Copies reported content with its pictures and its recording, so that it can be judged after its deletion. Encrypted for moderators' calls. */
export async function sealEvidence(
  reportId: string,
  { text, pictures, voice }: Evidence,
  {
    viewer,
    readPicture,
    readRecording,
    sealer,
  }: { viewer: Uid; readPicture: PictureReader; readRecording: RecordingReader; sealer: Sealer },
): Promise<string> {
  const bytes = await Promise.all(pictures.map((id) => readPicture(viewer, id).catch(() => null)))
  const recording = voice === undefined ? null : await readRecording(viewer, voice).catch(() => null)
  const copied: EvidenceCopy = {
    text,
    pictures: bytes.flatMap((byte) => (byte ? [dataUrl('image/webp', byte)] : [])),
    ...(recording ? { voice: dataUrl(recording.mimeType, recording.bytes) } : {}),
  }
  return sealer.seal(JSON.stringify(copied), contextOf(reportId))
}

const dataUrl = (mimeType: string, bytes: Uint8Array) => `data:${mimeType};base64,${Buffer.from(bytes).toString('base64')}`

/** The copy; null when it or its key was deleted. */
export function openEvidence(reportId: string, sealed: string | null, sealer: Sealer): EvidenceCopy | null {
  const text = sealed === null ? null : sealer.open(sealed, contextOf(reportId))
  return text === null ? null : copy.parse(JSON.parse(text))
}
