/* What the head of each page says to those who do not run it. Of people it tells only what any stranger may know. */
import type { Uid } from '#contract/ids.ts'
import type { PersonCard } from '#contract/people.ts'
import { PRODUCT_NAME } from '#contract/product.ts'
import type { PublicMeta } from './features/moments/moments.public.ts'
import { PICTURE } from './features/taste/print.picture.ts'
import type { PrintPictures } from './features/taste/print.service.ts'
import { atMost } from './platform/at-most.ts'
import type { PageHead } from './platform/http/page-head.ts'
import type { Log } from './platform/log.ts'

export type PageHeadDeps = {
  cards: (uids: readonly Uid[]) => Promise<ReadonlyMap<Uid, PersonCard>>
  isSuspended: (uid: Uid) => boolean
  moment: (id: string) => Promise<PublicMeta | null>
  prints: Pick<PrintPictures, 'isShown' | 'draw'>
  log: Log
}

const PROMISE =
  'Find the people who hear what you hear. Connect your music and video accounts and meet the people who love the same deep cuts and channels.'
const id = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}'
const profilePath = new RegExp(`^/profile/(${id})(?:/(?:spotify|youtube|buddies))?$`)
const momentsPath = new RegExp(`^/moments(?:/${id})?$`)

type Words = readonly [title: string, description: string]
/** Pages that are the same for everybody, and may be found. */
const openPages: Record<string, Words> = {
  '/': [PRODUCT_NAME, PROMISE],
  '/login': ['Welcome back', `Log in to ${PRODUCT_NAME}.`],
  '/sign-up': ['Join in', `Make an account at ${PRODUCT_NAME} and find out who is on your wavelength.`],
  '/social_connect': ['Accounts', 'Where your taste comes from: Spotify, YouTube, ListenBrainz, Last.fm, and the files they give you.'],
  '/shortcuts': ['Keyboard shortcuts', `The quick ways through ${PRODUCT_NAME}.`],
  '/privacy-policy': ['Privacy policy', `What ${PRODUCT_NAME} keeps, why, and how to get it back or rid of it.`],
  '/terms-of-service': ['Terms of service', `What you may expect of ${PRODUCT_NAME}, and what it expects of you.`],
}
/** Pages behind the door: their links look right, and nobody finds them by searching. */
const closedPages: Record<string, Words> = {
  '/discover_content': ['Discover', 'Artists, tracks, channels and videos that people close to your taste love and you don’t have yet.'],
  '/find_buddies': ['Find buddies', 'People ranked by how well your taste matches theirs.'],
  '/moments': ['Moments', 'What people on your wavelength share: a track, a video, a thought.'],
  '/chat': ['Chat', 'Talk about it where it plays.'],
}

const DRAWN_AT_ONCE = 1
const WAITING_PICTURES = 40

/** Where a person's drawn print stands for previews. */
export const previewPath = (uid: Uid): string => `/app/public/previews/${uid}.png`

export function createPageHeads({ cards, isSuspended, moment, prints, log }: PageHeadDeps) {
  const inTurn = atMost(DRAWN_AT_ONCE, { waiting: WAITING_PICTURES })
  const plain = ([title, description]: Words, canonical: string | null): PageHead => ({
    title,
    description,
    canonical,
    kind: 'website',
    picture: null,
  })
  const nothing = plain([PRODUCT_NAME, PROMISE], null)

  async function ofPerson(uid: Uid): Promise<PageHead> {
    const card = (await cards([uid])).get(uid)
    if (!card || isSuspended(uid)) return nothing
    const title = `${card.name} (@${card.user_name})`
    const picture = (await prints.isShown(uid)) ? { url: previewPath(uid), ...PICTURE, alt: `The taste print of ${card.name}` } : null
    return {
      title,
      description: `See how well your taste matches ${card.name}’s on ${PRODUCT_NAME}.`,
      canonical: null,
      kind: 'profile',
      picture,
    }
  }

  async function ofMoment(momentId: string): Promise<PageHead> {
    const meta = await moment(momentId)
    if (!meta) return nothing
    return { ...meta, description: meta.description || PROMISE, canonical: null, kind: 'article', picture: meta.picture }
  }

  async function find({ pathname, searchParams }: URL): Promise<PageHead> {
    const open = openPages[pathname]
    if (open) return plain(open, pathname)
    const [, uid] = profilePath.exec(pathname) ?? []
    if (uid) return ofPerson(uid)
    const post = momentsPath.test(pathname) ? searchParams.get('post') : null
    if (post) return ofMoment(post)
    const closed = closedPages[`/${pathname.split('/')[1]}`]
    return closed ? plain(closed, null) : nothing
  }

  return {
    /** The head of the page at that address. A head that can't be found out is the product's own: the page itself still works. */
    async of(address: string): Promise<PageHead> {
      const url = URL.parse(address, 'http://here.invalid')
      try {
        return url ? await find(url) : nothing
      } catch (err) {
        log.warn({ err }, 'the head of a page could not be made')
        return nothing
      }
    },

    /** The print of somebody as strangers may see it, as PNG; null where there is none. @throws AppError 'unavailable' in a crowd */
    async pictureOf(uid: Uid): Promise<Buffer | null> {
      return isSuspended(uid) ? null : inTurn(() => prints.draw(uid))
    },
  }
}
