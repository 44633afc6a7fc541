import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import { type AppLanguage, DEFAULT_LANGUAGE } from '#contract/languages/languages.ts'
import type { PersonCard } from '#contract/people.ts'
import type { PictureShape } from '#contract/taste/recaps.ts'
import type { UploadedPicture } from '#contract/uploads.ts'
import { renderMatch } from './match-picture.ts'
import type { MatchTime } from './match-time.service.ts'

export type MatchPicturesDeps = {
  matchTime: Pick<MatchTime, 'between'>
  people: { cards(uids: readonly Uid[]): Promise<ReadonlyMap<Uid, PersonCard>> }
  languageOf(uid: Uid): Promise<AppLanguage | null>
  pictures: { add(uid: Uid, bytes: Buffer): Promise<UploadedPicture> }
}

export type MatchPictures = ReturnType<typeof createMatchPictures>

/** Matches over time as pictures for sharing. Both allow the history; the buddy allows the picture, and their name in it. */
export function createMatchPictures({ matchTime, people, languageOf, pictures }: MatchPicturesDeps) {
  return {
    /**
     * Stores the curve as the viewer's picture. Others can open it once it is attached to something.
     * @throws AppError 'forbidden' unless the buddy allows it, 'wrong_state' with fewer than two months, and as `MatchTime.between` and `Uploads.add`
     */
    async make(viewer: Uid, buddy: Uid, shape: PictureShape): Promise<UploadedPicture> {
      const time = await matchTime.between(viewer, buddy)
      if (time.picture === 'off') throw new AppError('forbidden', { viewer, buddy, resource: 'match picture' })
      if (time.points.filter(({ percent }) => percent !== null).length < 2) throw new AppError('wrong_state', { viewer, buddy })
      const named = time.picture === 'named' ? [viewer, buddy] : [viewer]
      const [cards, language] = await Promise.all([people.cards(named), languageOf(viewer)])
      const owner = cards.get(viewer)
      if (!owner) throw new AppError('not_found', { viewer })
      const picture = { owner, buddy: cards.get(buddy) ?? null, time, language: language ?? DEFAULT_LANGUAGE, shape }
      return pictures.add(viewer, await renderMatch(picture))
    },
  }
}
