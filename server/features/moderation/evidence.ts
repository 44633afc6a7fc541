import * as z from 'zod/mini'
import type { Uid } from '#contract/base/ids.ts'
import type { Evidence } from './moderation.types.ts'

/** Texts that only this installation can read back. */
export type Sealer = { seal(text: string, context: string): string; open(sealed: string, context: string): string | null }
/** The bytes of a picture as that person may see it, WebP. @throws AppError 'not_found' */
export type PictureReader = (viewer: Uid, id: string) => Promise<Uint8Array>

const copy = z.object({ text: z.string(), pictures: z.array(z.string()) })
export type EvidenceCopy = z.output<typeof copy>

const contextOf = (reportId: string) => `report ${reportId}`

/** Copies what was reported, with its pictures, so that it can be judged after it was deleted; sealed, so that only a moderator's call opens it. */
export async function sealEvidence(
  reportId: string,
  { text, pictures }: Evidence,
  { viewer, readPicture, sealer }: { viewer: Uid; readPicture: PictureReader; sealer: Sealer },
): Promise<string> {
  const bytes = await Promise.all(pictures.map((id) => readPicture(viewer, id).catch(() => null))) // gone in the meantime: the rest still counts
  const copied: EvidenceCopy = {
    text,
    pictures: bytes.flatMap((it) => (it ? [`data:image/webp;base64,${Buffer.from(it).toString('base64')}`] : [])),
  }
  return sealer.seal(JSON.stringify(copied), contextOf(reportId))
}

/** The copy, or null once it is gone or its key is. */
export function openEvidence(reportId: string, sealed: string | null, sealer: Sealer): EvidenceCopy | null {
  const text = sealed === null ? null : sealer.open(sealed, contextOf(reportId))
  return text === null ? null : copy.parse(JSON.parse(text))
}
