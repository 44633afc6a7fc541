import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/ids.ts'
import type { UploadedPicture } from '#contract/uploads.ts'
import type { MatchEngine } from './match.engine.ts'
import { drawPrint } from './print.picture.ts'
import type { TastePeople } from './taste.people.ts'

export type PrintPicturesDeps = {
  index: Pick<MatchEngine, 'print'>
  people: Pick<TastePeople, 'cards'>
  pictures: { add: (uid: Uid, bytes: Buffer) => Promise<UploadedPicture> }
}

export type PrintPictures = ReturnType<typeof createPrintPictures>

/** Taste prints as pictures to share. */
export function createPrintPictures({ index, people, pictures }: PrintPicturesDeps) {
  return {
    /**
     * Draws the viewer's own print as everybody may see it and stores it as a picture of theirs: nobody else can open it
     * until they hang it on something. @throws AppError 'wrong_state' when there is nothing to draw, and as `Uploads.add`
     */
    async make(viewer: Uid): Promise<UploadedPicture> {
      const [print, cards] = await Promise.all([index.print(viewer, 'everyone'), people.cards([viewer])])
      const card = cards.get(viewer)
      if (!card) throw new AppError('not_found', { viewer })
      if (!print.some((height) => height > 0)) throw new AppError('wrong_state', { viewer })
      return pictures.add(viewer, await drawPrint({ name: card.name, userName: card.user_name, print }))
    },
  }
}
