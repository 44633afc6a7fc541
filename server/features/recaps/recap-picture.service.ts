import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import { type AppLanguage, DEFAULT_LANGUAGE } from '#contract/languages/languages.ts'
import type { PersonCard } from '#contract/people.ts'
import type { PictureShape } from '#contract/taste/recaps.ts'
import type { UploadedPicture } from '#contract/uploads.ts'
import { renderRecap } from './recap-picture.ts'
import type { Recaps } from './recaps.service.ts'

export type RecapPicturesDeps = {
  recaps: Pick<Recaps, 'recap'>
  people: { cards(uids: readonly Uid[]): Promise<ReadonlyMap<Uid, PersonCard>> }
  languageOf(uid: Uid): Promise<AppLanguage | null>
  pictures: { add(uid: Uid, bytes: Buffer): Promise<UploadedPicture> }
}

export type RecapPictures = ReturnType<typeof createRecapPictures>

/** Recaps as pictures for sharing. */
export function createRecapPictures({ recaps, people, languageOf, pictures }: RecapPicturesDeps) {
  return {
    /**
     * Stores the viewer's recap as their picture. Others can open it once it is attached to something.
     * @throws AppError 'wrong_state' without plays, 'not_found' without a profile, and as `Recaps.recap` and `Uploads.add`
     */
    async make(viewer: Uid, { period, shape }: { period: string; shape: PictureShape }): Promise<UploadedPicture> {
      const [recap, cards, language] = await Promise.all([recaps.recap(viewer, period), people.cards([viewer]), languageOf(viewer)])
      const card = cards.get(viewer)
      if (!card) throw new AppError('not_found', { viewer })
      const { played } = recap
      if (!played) throw new AppError('wrong_state', { viewer, period })
      const picture = {
        name: card.name,
        userName: card.user_name,
        recap: { ...recap, played },
        language: language ?? DEFAULT_LANGUAGE,
        shape,
      }
      return pictures.add(viewer, await renderRecap(picture))
    },
  }
}
