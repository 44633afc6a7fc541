import type { UploadedPicture } from '#contract/uploads.ts'
import type { MomentDeps } from './moments.deps.ts'
import type { MomentStore } from './moments.store.ts'

/** What may be told of a moment to whoever has its address, signed in or not: previews of shared links, search engines. */
export type PublicMeta = {
  /** Who posted it. */
  title: string
  /** The beginning of what was written, in one line; else what its picture shows, or its link. */
  description: string
  picture: Pick<UploadedPicture, 'url' | 'width' | 'height' | 'alt'> | null
}

const MAX_DESCRIPTION = 200
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

type Deps = { store: MomentStore } & Pick<MomentDeps, 'profiles' | 'pictures' | 'isSuspended'>

/** Moments as the world outside meets them: only those for everyone, of nobody suspended, and nothing that anybody else did with them. */
export function createOpenMoments({ store, profiles, pictures, isSuspended }: Deps) {
  async function find(id: string) {
    const moment = await store.open(id)
    return moment && !isSuspended(moment.author) ? moment : undefined
  }

  return {
    isPublic: async (id: string): Promise<boolean> => (await find(id)) !== undefined,

    async publicMeta(id: string): Promise<PublicMeta | null> {
      const moment = uuid.test(id) ? await find(id) : undefined
      if (!moment) return null
      const [cards, attached] = await Promise.all([profiles.cards([moment.author]), pictures.ofMany('moment', [id])])
      const author = cards.get(moment.author)
      if (!author) return null
      const [picture] = attached.get(moment.id) ?? []
      const words = inOneLine(moment.text) || inOneLine(picture?.alt ?? '') || (moment.link?.link ?? '')
      return {
        title: `${author.name} (@${author.user_name})`,
        description: words,
        picture: picture ? { url: picture.url, width: picture.width, height: picture.height, alt: picture.alt } : null,
      }
    },
  }
}

/** Ends at a word where there is one near the end. Counts letters as people do, so that none is cut in half. */
function inOneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  const letters = Array.from(line)
  if (letters.length <= MAX_DESCRIPTION) return line
  const cut = letters.slice(0, MAX_DESCRIPTION - 1).join('')
  const space = cut.lastIndexOf(' ')
  return `${space > cut.length / 2 ? cut.slice(0, space) : cut}…`
}
