/* What the head of each page says to those who do not run it. Of people it tells only what any stranger may know. */
import type { Uid } from '#contract/base/ids.ts'
import type { AppLanguage } from '#contract/languages/languages.ts'
import type { PersonCard } from '#contract/people.ts'
import { PRODUCT_NAME } from '#contract/base/product.ts'
import type { PublicMeta } from '#server/features/moments/moments.public.ts'
import { PICTURE } from '#server/features/taste/print-picture.ts'
import type { PrintPictures } from '#server/features/taste/print-picture.service.ts'
import { translateHead } from './link-previews.messages.ts'
import { createConcurrencyLimit } from '#server/platform/concurrency/concurrency-limit.ts'
import type { PageHead } from '#server/platform/http/page-head.ts'
import type { Log } from '#server/platform/observability/log.ts'

export type PageHeadDeps = {
  cards: (uids: readonly Uid[]) => Promise<ReadonlyMap<Uid, PersonCard>>
  isSuspended: (uid: Uid) => boolean
  /** Whether the person shows anything of themselves to everyone. */
  isPublic: (uid: Uid) => Promise<boolean>
  /** Null also for one of somebody suspended. */
  moment: (id: string) => Promise<PublicMeta | null>
  prints: Pick<PrintPictures, 'isShown' | 'draw'>
  log: Log
}

const id = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}'
const profilePath = new RegExp(`^/profile/(${id})(?:/(?:spotify|youtube|buddies))?$`)
const momentsPath = new RegExp(`^/moments(?:/${id})?$`)

/** The word that names a page; with `.text` behind it, the one that describes it. */
type NamedPage = 'login' | 'sign_up' | 'sources' | 'shortcuts' | 'privacy' | 'terms' | 'discover' | 'find' | 'moments' | 'chat'
/** Pages that are the same for everybody, and may be found. */
const openPages: Partial<Record<string, NamedPage>> = {
  '/login': 'login',
  '/sign-up': 'sign_up',
  '/social_connect': 'sources',
  '/shortcuts': 'shortcuts',
  '/privacy-policy': 'privacy',
  '/terms-of-service': 'terms',
}
/** Pages behind the door: their links look right, and nobody finds them by searching. */
const closedPages: Partial<Record<string, NamedPage>> = {
  '/discover_content': 'discover',
  '/find_buddies': 'find',
  '/moments': 'moments',
  '/chat': 'chat',
}

const DRAWN_AT_ONCE = 1
const WAITING_PICTURES = 40

/** The picture of links that bring none of their own; a file of the web, of the size of a drawn print. */
const PRODUCT_PICTURE = '/share.png'
/** Where a person's drawn print stands for previews. */
export const previewPath = (uid: Uid): string => `/app/public/previews/${uid}.png`

export function createPageHeads({ cards, isSuspended, isPublic, moment, prints, log }: PageHeadDeps) {
  const limit = createConcurrencyLimit(DRAWN_AT_ONCE, { maxWaiting: WAITING_PICTURES })
  const plain = (language: AppLanguage, name: NamedPage | null, canonical: string | null): PageHead => ({
    language,
    title: name ? translateHead(language, name, { product: PRODUCT_NAME }) : PRODUCT_NAME,
    description: translateHead(language, name ? `${name}.text` : 'promise', { product: PRODUCT_NAME }),
    needsScript: translateHead(language, 'needs_script', { product: PRODUCT_NAME }),
    canonical,
    kind: 'website',
    picture: { url: PRODUCT_PICTURE, ...PICTURE, alt: translateHead(language, 'picture', { product: PRODUCT_NAME }) },
  })

  async function ofPerson(uid: Uid, language: AppLanguage): Promise<PageHead> {
    const card = (await cards([uid])).get(uid)
    const nothing = plain(language, null, null)
    if (!card || isSuspended(uid) || !(await isPublic(uid))) return nothing
    const { name } = card
    const isShown = await prints.isShown(uid)
    return {
      ...nothing,
      title: `${name} (@${card.user_name})`,
      description: translateHead(language, 'person.text', { name, product: PRODUCT_NAME }),
      kind: 'profile',
      picture: isShown ? { url: previewPath(uid), ...PICTURE, alt: translateHead(language, 'person.picture', { name }) } : nothing.picture,
    }
  }

  async function ofMoment(momentId: string, language: AppLanguage): Promise<PageHead> {
    const meta = await moment(momentId)
    const nothing = plain(language, null, null)
    if (!meta) return nothing
    const { title, description, picture } = meta
    return { ...nothing, title, description: description || nothing.description, kind: 'article', picture: picture ?? nothing.picture }
  }

  async function find({ pathname, searchParams }: URL, language: AppLanguage): Promise<PageHead> {
    const open = openPages[pathname]
    if (open || pathname === '/') return plain(language, open ?? null, pathname)
    const [, uid] = profilePath.exec(pathname) ?? []
    if (uid) return ofPerson(uid, language)
    const post = momentsPath.test(pathname) ? searchParams.get('post') : null
    if (post) return ofMoment(post, language)
    return plain(language, closedPages[`/${pathname.split('/')[1]}`] ?? null, null)
  }

  return {
    /** The head of the page at that address, in that language. A head that can't be found out is the product's own: the page itself still works. */
    async of(address: string, language: AppLanguage): Promise<PageHead> {
      const url = URL.parse(address, 'http://here.invalid')
      try {
        if (url) return await find(url, language)
      } catch (err) {
        log.warn({ err }, 'the head of a page could not be made')
      }
      return plain(language, null, null)
    },

    /** The print of somebody as strangers may see it, as PNG; null where there is none. @throws AppError 'unavailable' in a crowd */
    async pictureOf(uid: Uid): Promise<Buffer | null> {
      return isSuspended(uid) ? null : limit(() => prints.draw(uid))
    },
  }
}
