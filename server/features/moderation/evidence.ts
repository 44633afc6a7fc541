import * as z from 'zod/mini'
import type { Uid } from '#contract/base/ids.ts'
import type { Evidence } from './moderation.types.ts'

/** Encrypts texts that only this installation can read. */
export type Sealer = { seal(text: string, context: string): string; open(sealed: string, context: string): string | null }
/** A picture that the viewer may see, as WebP. @throws AppError 'not_found' */
export type PictureReader = (viewer: Uid, id: string) => Promise<Uint8Array>

const copy = z.object({ text: z.string(), pictures: z.array(z.string()) })
export type EvidenceCopy = z.output<typeof copy>

const contextOf = (reportId: string) => `report ${reportId}`

/** Copies reported content with its pictures, so that it can be judged after its deletion. Encrypted for moderators' calls. */
export async function sealEvidence(
  reportId: string,
  { text, pictures }: Evidence,
  { viewer, readPicture, sealer }: { viewer: Uid; readPicture: PictureReader; sealer: Sealer },
): Promise<string> {
  const bytes = await Promise.all(pictures.map((id) => readPicture(viewer, id).catch(() => null)))
  const copied: EvidenceCopy = {
    text,
    pictures: bytes.flatMap((it) => (it ? [`data:image/webp;base64,${Buffer.from(it).toString('base64')}`] : [])),
  }
  return sealer.seal(JSON.stringify(copied), contextOf(reportId))
}

/** The copy; null when it or its key was deleted. */
export function openEvidence(reportId: string, sealed: string | null, sealer: Sealer): EvidenceCopy | null {
  const text = sealed === null ? null : sealer.open(sealed, contextOf(reportId))
  return text === null ? null : copy.parse(JSON.parse(text))
}
