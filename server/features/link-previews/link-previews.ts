/* The title, description and picture of each page for crawlers. It contains only public data of users. */
import type { Uid } from '#contract/base/ids.ts'
import type { AppLanguage } from '#contract/languages/languages.ts'
import { limits } from '#contract/limits.ts'
import type { PersonCard } from '#contract/people.ts'
import { PRODUCT_NAME } from '#contract/base/product.ts'
import { itemPath } from '#contract/taste/item-path.ts'
import type { PublicItem } from '#server/features/discover/item-page.service.ts'
import type { OpenBlend } from '#contract/blends.ts'
import type { OpenGroupInvitation } from '#contract/chat/groups.ts'
import { renderBlend, openBlendName } from './blend-picture.ts'
import type { PublicMeta } from '#server/features/moments/moments.public.ts'
import { PICTURE } from '#server/features/taste/print-picture.ts'
import type { PrintPictures } from '#server/features/taste/print-picture.service.ts'
import { translateHead } from './link-previews.messages.ts'
import { createConcurrencyLimit } from '#server/platform/concurrency/concurrency-limit.ts'
import type { PageHead } from '#server/platform/http/page-head.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { Item } from '#contract/media.ts'
import { renderHeading, renderLine, headingWidth, printable } from '#server/features/taste/svg-text.ts'
import { loadSharp } from '#server/platform/sharp.ts'

export type PageHeadDeps = {
  cards: (uids: readonly Uid[]) => Promise<ReadonlyMap<Uid, PersonCard>>
  /** The user with this present or former user name. */
  ownerOf: (userName: string) => Promise<Uid | null>
  isSuspended: (uid: Uid) => boolean
  /** Whether the user has any public profile section. */
  isPublic: (uid: Uid) => Promise<boolean>
  /** Null also for moments of suspended users. */
  moment: (id: string) => Promise<PublicMeta | null>
  prints: Pick<PrintPictures, 'isShown' | 'render'>
  /** An item that visitors may see; otherwise null. */
  item: (id: string) => Promise<PublicItem | null>
  /** The group that an invitation link with this code leads to; otherwise null. */
  group: (code: string) => Promise<OpenGroupInvitation | null>
  /** A blend that all its members opened; otherwise null. */
  blend: (id: string) => Promise<OpenBlend | null>
  log: Log
}

const id = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}'
const profileTab = '(?:/(?:spotify|youtube|buddies))?'
const profilePath = new RegExp(`^/(?:invite/(${id})|profile/(${id})${profileTab})$`)
const namedProfilePath = new RegExp(`^/profile/([\\w.]{${limits.userName.min},${limits.userName.max}})${profileTab}$`)
const groupInvitationPath = /^\/invite\/([\da-f]{32})$/
const itemPagePath = new RegExp(`^/(?:artist|channel|track)/(${id})$`)
const blendPath = new RegExp(`^/blend/(${id})$`)
const momentsPath = new RegExp(`^/moments(?:/${id})?$`)

/** The message id of a page title; with the suffix `.text`, the id of its description. */
type NamedPage = 'login' | 'sign_up' | 'sources' | 'shortcuts' | 'privacy' | 'terms' | 'discover' | 'find' | 'moments' | 'chat'
/** Public pages, which search engines may index. */
const openPages: Partial<Record<string, NamedPage>> = {
  '/login': 'login',
  '/sign-up': 'sign_up',
  '/social_connect': 'sources',
  '/shortcuts': 'shortcuts',
  '/privacy-policy': 'privacy',
  '/terms-of-service': 'terms',
}
/** Pages that require sign-in: they have previews but are not indexed. */
const closedPages: Partial<Record<string, NamedPage>> = {
  '/discover_content': 'discover',
  '/find_buddies': 'find',
  '/moments': 'moments',
  '/chat': 'chat',
}

const CONCURRENT_RENDERS = 1
const MAX_WAITING_RENDERS = 40

/** The default picture, with the size of a rendered taste print. */
const PRODUCT_PICTURE = '/share.png'
/** The path of a user's taste print as a preview picture. */
export const previewPath = (uid: Uid): string => `/app/public/previews/${uid}.png`

export const itemPicturePath = (itemId: string): string => `/app/public/previews/items/${itemId}.png`

export const blendPicturePath = (blendId: string): string => `/app/public/previews/blends/${blendId}.png`

export function createPageHeads(deps: PageHeadDeps) {
  const { isSuspended, prints, item: publicItem, blend: openBlend, log } = deps
  const limit = createConcurrencyLimit(CONCURRENT_RENDERS, { maxWaiting: MAX_WAITING_RENDERS })
  const find = createFind(deps)

  return {
    /** The head of the page at this address. On an error it is the product's own, so that the page still loads. */
    async getPageHead(address: string, language: AppLanguage): Promise<PageHead> {
      const url = URL.parse(address, 'http://here.invalid')
      try {
        if (url) return await find(url, language)
      } catch (err) {
        log.warn({ err }, 'building a page head failed')
      }
      return plainHead(language, null, null)
    },

    /** The picture of an item as PNG, or null. @throws AppError 'unavailable' if too many wait */
    async pictureOfItem(itemId: string): Promise<Buffer | null> {
      const found = await publicItem(itemId)
      return found && limit(() => renderItem(found.item))
    },

    /** The cover and name of an open blend as PNG, or null. @throws AppError 'unavailable' if too many wait */
    async pictureOfBlend(blendId: string): Promise<Buffer | null> {
      const found = await openBlend(blendId)
      return found && limit(() => renderBlend(found))
    },

    /** The public taste print as PNG, or null. @throws AppError 'unavailable' if too many wait */
    async pictureOf(uid: Uid): Promise<Buffer | null> {
      return isSuspended(uid) ? null : limit(() => prints.render(uid))
    },
  }
}

/** The head of a page without content of its own. */
const plainHead = (language: AppLanguage, name: NamedPage | null, canonical: string | null): PageHead => ({
  language,
  title: name ? translateHead(language, name, { product: PRODUCT_NAME }) : PRODUCT_NAME,
  description: translateHead(language, name ? `${name}.text` : 'promise', { product: PRODUCT_NAME }),
  noScriptText: translateHead(language, 'needs_script', { product: PRODUCT_NAME }),
  canonical,
  kind: 'website',
  picture: { url: PRODUCT_PICTURE, ...PICTURE, alt: translateHead(language, 'picture', { product: PRODUCT_NAME }) },
})

/** Finds the head of an address from what visitors may see. */
function createFind({
  cards,
  ownerOf,
  isSuspended,
  isPublic,
  moment,
  prints,
  item: publicItem,
  group: openGroup,
  blend: openBlend,
}: PageHeadDeps) {
  async function personHead(uid: Uid, language: AppLanguage): Promise<PageHead> {
    const card = (await cards([uid])).get(uid)
    const fallback = plainHead(language, null, null)
    if (!card || isSuspended(uid) || !(await isPublic(uid))) return fallback
    const { name } = card
    const isShown = await prints.isShown(uid)
    return {
      ...fallback,
      title: `${name} (@${card.user_name})`,
      description: translateHead(language, 'person.text', { name, product: PRODUCT_NAME }),
      kind: 'profile',
      picture: isShown ? { url: previewPath(uid), ...PICTURE, alt: translateHead(language, 'person.picture', { name }) } : fallback.picture,
    }
  }

  async function momentHead(momentId: string, language: AppLanguage): Promise<PageHead> {
    const meta = await moment(momentId)
    const fallback = plainHead(language, null, null)
    if (!meta) return fallback
    const { title, description, picture } = meta
    return { ...fallback, title, description: description || fallback.description, kind: 'article', picture: picture ?? fallback.picture }
  }

  async function itemHead(itemId: string, pathname: string, language: AppLanguage): Promise<PageHead> {
    const found = await publicItem(itemId)
    const fallback = plainHead(language, null, null)
    // The same item at the path of another kind is not a page.
    if (!found || itemPath(found.item) !== pathname) return fallback
    const { name, kind, by } = found.item
    return {
      ...fallback,
      title: by === null ? name : `${name} · ${by}`,
      description: translateHead(language, `${kind}.text`, { name, product: PRODUCT_NAME }),
      canonical: pathname,
      kind: 'article',
      picture: { url: itemPicturePath(itemId), ...PICTURE, alt: translateHead(language, 'item.picture', { name, product: PRODUCT_NAME }) },
    }
  }

  async function groupHead(code: string, language: AppLanguage): Promise<PageHead> {
    const found = await openGroup(code)
    const fallback = plainHead(language, null, null)
    if (!found) return fallback
    return {
      ...fallback,
      title: found.name,
      description: translateHead(language, 'group.text', { name: found.name, product: PRODUCT_NAME }),
    }
  }

  async function blendHead(blendId: string, language: AppLanguage): Promise<PageHead> {
    const found = await openBlend(blendId)
    const fallback = plainHead(language, null, null)
    if (!found) return fallback
    const name = openBlendName(found)
    return {
      ...fallback,
      title: name,
      description: translateHead(language, 'blend.text', { name, product: PRODUCT_NAME }),
      kind: 'article',
      picture: {
        url: blendPicturePath(blendId),
        ...PICTURE,
        alt: translateHead(language, 'item.picture', { name, product: PRODUCT_NAME }),
      },
    }
  }

  async function find({ pathname, searchParams }: URL, language: AppLanguage): Promise<PageHead> {
    const open = openPages[pathname]
    if (open || pathname === '/') return plainHead(language, open ?? null, pathname)
    const [, inviter, owner] = profilePath.exec(pathname) ?? []
    const [, userName] = namedProfilePath.exec(pathname) ?? []
    const uid = inviter ?? owner ?? (userName && (await ownerOf(userName.toLowerCase())))
    if (uid) return personHead(uid, language)
    const [, code] = groupInvitationPath.exec(pathname) ?? []
    if (code) return groupHead(code, language)
    const [, itemId] = itemPagePath.exec(pathname) ?? []
    if (itemId) return itemHead(itemId, pathname, language)
    const [, blendId] = blendPath.exec(pathname) ?? []
    if (blendId) return blendHead(blendId, language)
    const post = momentsPath.test(pathname) ? searchParams.get('post') : null
    if (post) return momentHead(post, language)
    return plainHead(language, closedPages[`/${pathname.split('/')[1]}`] ?? null, null)
  }

  return find
}

const COLORS = { background: '#0b0c0f', text: '#eef0f4', dim: '#9aa2b1', music: '#ffb15c', video: '#62c6ff', match: '#c2f261' }
const MARGIN = 72
const DISC = 190
const TEXT_X = MARGIN + 2 * DISC + 64
const TEXT_WIDTH = PICTURE.width - TEXT_X - MARGIN
const BARS = [0.35, 0.7, 1, 0.6, 0.3]

/** Renders the share picture of an item as PNG: its name, its creator, and bars in its color. No artwork of a platform. */
async function renderItem(item: Item): Promise<Buffer> {
  const sharp = await loadSharp()
  return sharp(Buffer.from(itemSvg(item)))
    .png()
    .toBuffer()
}

/** The picture as SVG. Names in a script that the fonts lack are left out. */
function itemSvg({ kind, name, by }: Item): string {
  const color = kind === 'artist' || kind === 'track' ? COLORS.music : COLORS.video
  const middle = PICTURE.height / 2
  const round = kind === 'artist' || kind === 'channel' ? DISC : 36
  const title = printable(name)
  const subtitle = printable(by ?? '')
  const bars = BARS.map((share, index) => {
    const height = share * 190
    return `<rect x="${MARGIN + DISC - 98 + index * 42}" y="${middle - height / 2}" width="28" height="${height}" rx="14" fill="${color}"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${PICTURE.width}" height="${PICTURE.height}">
<rect width="100%" height="100%" fill="${COLORS.background}"/>
<rect x="${MARGIN}" y="${middle - DISC}" width="${2 * DISC}" height="${2 * DISC}" rx="${round}" fill="${color}" opacity="0.16"/>
${bars.join('\n')}
${title && renderHeading({ text: title, x: TEXT_X, y: middle, size: 76, color: COLORS.text, maxWidth: TEXT_WIDTH })}
${subtitle && renderLine({ text: subtitle, x: TEXT_X, y: middle + 56, size: 34, color: COLORS.dim, maxWidth: TEXT_WIDTH })}
${renderHeading({ text: PRODUCT_NAME, x: PICTURE.width - MARGIN - headingWidth(PRODUCT_NAME, 32), y: PICTURE.height - MARGIN, size: 32, color: COLORS.match })}
</svg>`
}
