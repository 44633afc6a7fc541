import type { UploadedPicture } from '#contract/uploads.ts'
import type { MomentDeps } from './moments.deps.ts'
import type { MomentStore } from './moments.store.ts'

/** The public preview of a moment, for shared links and search engines. */
export type PublicMeta = {
  /** The author. */
  title: string
  /** The beginning of the text in one line; otherwise the alternative text of its picture, or its link. */
  description: string
  picture: Pick<UploadedPicture, 'url' | 'width' | 'height' | 'alt'> | null
}

const MAX_DESCRIPTION = 200
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

type Deps = { store: MomentStore } & Pick<MomentDeps, 'profiles' | 'pictures' | 'isSuspended'>

/** Moments for signed-out readers: only those for everyone, without suspended authors, likes and comments. */
export function createPublicMoments({ store, profiles, pictures, isSuspended }: Deps) {
  async function find(id: string) {
    const moment = await store.findPublic(id)
    return moment && !isSuspended(moment.author) ? moment : undefined
  }

  return {
    isPublic: async (id: string): Promise<boolean> => (await find(id)) !== undefined,

    async publicMeta(id: string): Promise<PublicMeta | null> {
      const moment = uuid.test(id) ? await find(id) : undefined
      if (!moment) return null
      const [cards, attached] = await Promise.all([profiles.cards([moment.author]), pictures.getMany('moment', [id])])
      const author = cards.get(moment.author)
      if (!author) return null
      const [picture] = attached.get(moment.id) ?? []
      const description = inOneLine(moment.text) || inOneLine(picture?.alt ?? '') || (moment.link?.link ?? '')
      return {
        title: `${author.name} (@${author.user_name})`,
        description,
        picture: picture ? { url: picture.url, width: picture.width, height: picture.height, alt: picture.alt } : null,
      }
    },
  }
}

/** Cuts after a word if possible. Counts code points, so that no surrogate pair is cut in half. */
function inOneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  const characters = Array.from(line)
  if (characters.length <= MAX_DESCRIPTION) return line
  const cut = characters.slice(0, MAX_DESCRIPTION - 1).join('')
  const space = cut.lastIndexOf(' ')
  return `${space > cut.length / 2 ? cut.slice(0, space) : cut}…`
}
