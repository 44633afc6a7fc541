import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import { DEFAULT_LANGUAGE } from '#contract/languages/languages.ts'
import type { PictureShape } from '#contract/taste/recaps.ts'
import type { UploadedPicture } from '#contract/uploads.ts'
import type { MatchPicturesDeps } from './match-picture.service.ts'
import { renderRecap } from './recap-picture.ts'
import type { Recaps } from './recaps.service.ts'

export type RecapPicturesDeps = Omit<MatchPicturesDeps, 'matchTime'> & { recaps: Pick<Recaps, 'recap'> }

export type RecapPictures = ReturnType<typeof createRecapPictures>

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
