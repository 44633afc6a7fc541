import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { UploadedPicture } from '#contract/uploads.ts'
import type { MatchEngine } from '#server/features/matching/index/index-engine.ts'
import { drawPrint, type PrintPicture } from './print-picture.ts'
import type { TastePeople } from '#server/features/matching/taste-people.ts'

export type PrintPicturesDeps = {
  index: Pick<MatchEngine, 'print'>
  /** See `LiveIndex.current`. */
  current: (uid: Uid) => Promise<void>
  people: Pick<TastePeople, 'cards'>
  pictures: { add: (uid: Uid, bytes: Buffer) => Promise<UploadedPicture> }
}

export type PrintPictures = ReturnType<typeof createPrintPictures>

/** Taste prints as pictures to share. */
export function createPrintPictures({ index, current, people, pictures }: PrintPicturesDeps) {
  /** Who, with the print that everybody may see; null without a profile, or where there is nothing to draw. */
  async function shown(uid: Uid): Promise<PrintPicture | null> {
    await current(uid)
    const [print, cards] = await Promise.all([index.print(uid, 'everyone'), people.cards([uid])])
    const card = cards.get(uid)
    return card && print.some((height) => height > 0) ? { name: card.name, userName: card.user_name, print } : null
  }

  return {
    /** Whether there is anything in that person's print that everybody may see. */
    isShown: async (uid: Uid): Promise<boolean> => (await shown(uid)) !== null,

    /** Draws somebody's print as everybody may see it; null where there is nothing to draw. PNG. */
    async draw(uid: Uid): Promise<Buffer | null> {
      const print = await shown(uid)
      return print && drawPrint(print)
    },

    /**
     * Draws the viewer's own print as everybody may see it and stores it as a picture of theirs: nobody else can open it
     * until they hang it on something. @throws AppError 'wrong_state' when there is nothing to draw, and as `Uploads.add`
     */
    async make(viewer: Uid): Promise<UploadedPicture> {
      const print = await shown(viewer)
      if (!(await people.cards([viewer])).has(viewer)) throw new AppError('not_found', { viewer })
      if (!print) throw new AppError('wrong_state', { viewer })
      return pictures.add(viewer, await drawPrint(print))
    },
  }
}
