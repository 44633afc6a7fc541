import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { UploadedPicture } from '#contract/uploads.ts'
import type { MatchEngine } from '#server/features/matching/index/index-engine.ts'
import { renderPrint, type PrintPicture } from './print-picture.ts'
import type { TastePeople } from '#server/features/matching/taste-people.ts'

export type PrintPicturesDeps = {
  index: Pick<MatchEngine, 'print'>
  /** See `LiveIndex.ensureCurrent`. */
  ensureCurrent: (uid: Uid) => Promise<void>
  people: Pick<TastePeople, 'cards'>
  pictures: { add: (uid: Uid, bytes: Buffer) => Promise<UploadedPicture> }
}

export type PrintPictures = ReturnType<typeof createPrintPictures>

export function createPrintPictures({ index, ensureCurrent, people, pictures }: PrintPicturesDeps) {
  /** A user with their public print; null without a profile or visible items. */
  async function publicPrint(uid: Uid): Promise<PrintPicture | null> {
    await ensureCurrent(uid)
    const [print, cards] = await Promise.all([index.print(uid, 'everyone'), people.cards([uid])])
    const card = cards.get(uid)
    return card && print.some((height) => height > 0) ? { name: card.name, userName: card.user_name, print } : null
  }

  return {
    /** A user with their public print, for an invitation link. @throws AppError 'not_found' without a visible print */
    async invitation(uid: Uid): Promise<PrintPicture> {
      const found = await publicPrint(uid)
      if (!found) throw new AppError('not_found', { uid })
      return found
    },

    isShown: async (uid: Uid): Promise<boolean> => (await publicPrint(uid)) !== null,

    /** Renders a user's public print as PNG; null when there is nothing to render. */
    async render(uid: Uid): Promise<Buffer | null> {
      const print = await publicPrint(uid)
      return print && renderPrint(print)
    },

    /**
     * Stores the viewer's public print as their picture. Others can open it once it is attached to something.
     * @throws AppError 'wrong_state' when there is nothing to render, and as `Uploads.add`
     */
    async make(viewer: Uid): Promise<UploadedPicture> {
      const print = await publicPrint(viewer)
      if (!(await people.cards([viewer])).has(viewer)) throw new AppError('not_found', { viewer })
      if (!print) throw new AppError('wrong_state', { viewer })
      return pictures.add(viewer, await renderPrint(print))
    },
  }
}
