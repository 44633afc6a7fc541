import { describe, expect, test } from 'vitest'
import { createLogs } from '#server/platform/observability/log.ts'
import { blendPicturePath, createPageHeads, itemPicturePath, type PageHeadDeps, previewPath } from './link-previews.ts'

const mira = '0199d3a0-0000-7000-8000-000000000001'
const noPrint = '0199d3a0-0000-7000-8000-000000000002'
const suspended = '0199d3a0-0000-7000-8000-000000000003'
const hidden = '0199d3a0-0000-7000-8000-000000000004'
const post = '0199d3a0-0000-7000-8000-00000000000a'
const kitchen = '0199d3a0-0000-7000-8000-0000000000c1'
const nala = '0199d3a0-0000-7000-8000-0000000000b1'
const space = '0199d3a0-0000-7000-8000-0000000000b2'
const groupCode = '0123456789abcdef0123456789abcdef'
const items = new Map(
  [
    { id: nala, kind: 'artist' as const, name: 'Nala Sinephro', by: null },
    { id: space, kind: 'track' as const, name: 'Space 1', by: 'Nala Sinephro' },
  ].map((entry) => [entry.id, { item: { ...entry, spotify_id: null, youtube_id: null }, bars: [] }]),
)
const card = (uid: string, name: string) => ({ uid, name, user_name: name.toLowerCase(), avatar_url: null })
const people = new Map(
  [card(mira, 'Mira'), card(noPrint, 'Jonas'), card(suspended, 'Eve'), card(hidden, 'Nova')].map((person) => [person.uid, person]),
)
const deps: PageHeadDeps = {
  cards: async (uids) => new Map(uids.flatMap((uid) => people.get(uid) ?? []).map((person) => [person.uid, person])),
  ownerOf: async (userName) => ({ mira: mira, 'mira.old': mira, eve: suspended, nova: hidden })[userName] ?? null,
  isSuspended: (uid) => uid === suspended,
  isPublic: async (uid) => uid !== hidden,
  moment: async (id) => (id === post ? { title: 'Mira (@mira)', description: 'Listen', picture: null } : null),
  prints: { isShown: async (uid) => uid !== noPrint, render: async () => Buffer.from('png') },
  item: async (id) => items.get(id) ?? null,
  group: async (code) =>
    code === groupCode
      ? {
          chat_id: kitchen,
          name: 'Sunday listeners',
          description: '',
          avatar_url: null,
          members: 3,
          needs_approval: false,
          invited_by: 'Mira',
        }
      : null,
  blend: async (id) => (id === kitchen ? { id, title: 'Kitchen', kind: 'all', members: [], items: [] } : null),
  log: createLogs({ filter: 'off', pretty: false })('app'),
}
const heads = createPageHeads(deps)
const brief = async (address: string) => {
  const { title, canonical, kind, picture } = await heads.getPageHead(address, 'en-US')
  return [title, canonical, kind, picture.url]
}

describe('the head of a page', () => {
  test.each([
    ['/', ['Wavelength', '/', 'website', '/share.png']],
    ['/login?next=/chat', ['Welcome back', '/login', 'website', '/share.png']],
    ['/discover_content', ['Discover', null, 'website', '/share.png']],
    [`/profile/${mira}`, ['Mira (@mira)', null, 'profile', previewPath(mira)]],
    ['/profile/mira', ['Mira (@mira)', null, 'profile', previewPath(mira)]],
    ['/profile/Mira.Old', ['Mira (@mira)', null, 'profile', previewPath(mira)]],
    ['/profile/mira/youtube', ['Mira (@mira)', null, 'profile', previewPath(mira)]],
    [`/profile/${mira}/spotify`, ['Mira (@mira)', null, 'profile', previewPath(mira)]],
    [`/invite/${mira}`, ['Mira (@mira)', null, 'profile', previewPath(mira)]],
    [`/invite/${groupCode}`, ['Sunday listeners', null, 'website', '/share.png']],
    [`/invite/${groupCode.replace('0', 'f')}`, ['Wavelength', null, 'website', '/share.png']],
    [`/profile/${noPrint}`, ['Jonas (@jonas)', null, 'profile', '/share.png']],
    [`/moments?post=${post}`, ['Mira (@mira)', null, 'article', '/share.png']],
    [`/moments/${mira}?post=${post}`, ['Mira (@mira)', null, 'article', '/share.png']],
    [`/artist/${nala}`, ['Nala Sinephro', `/artist/${nala}`, 'article', itemPicturePath(nala)]],
    [`/track/${space}`, ['Space 1 · Nala Sinephro', `/track/${space}`, 'article', itemPicturePath(space)]],
    [`/blend/${kitchen}`, ['Kitchen', null, 'article', blendPicturePath(kitchen)]],
    [`/blend/${nala}`, ['Wavelength', null, 'website', '/share.png']],
    ['/moments', ['Moments', null, 'website', '/share.png']],
    [`/chat/${mira}`, ['Chat', null, 'website', '/share.png']],
    ['/no/such/page', ['Wavelength', null, 'website', '/share.png']],
    ['//evil.example/profile', ['Wavelength', null, 'website', '/share.png']],
    ['/constructor', ['Wavelength', null, 'website', '/share.png']],
  ])('of %s', async (address, expected) => {
    expect(await brief(address)).toEqual(expected)
  })

  test('A40: suspended, private and unknown users and moments for buddies have the same head as an unknown page', async () => {
    const notFound = await heads.getPageHead('/no/such/page', 'en-US')
    const addresses = [
      `/profile/${suspended}`,
      `/profile/${hidden}`,
      `/profile/${hidden}/spotify`,
      `/profile/${mira.replace(/1$/, '9')}`,
      '/profile/x',
      '/profile/eve',
      '/profile/nova',
      '/profile/nobody_has_this',
      `/moments?post=${mira}`,
      `/artist/${mira}`,
      `/channel/${nala}`,
    ]
    expect(await Promise.all(addresses.map((address) => heads.getPageHead(address, 'en-US')))).toEqual(addresses.map(() => notFound))
  })

  test('is in the requested language', async () => {
    const german = await heads.getPageHead(`/profile/${mira}`, 'de')
    expect([german.language, german.title, german.description, german.picture.alt]).toEqual([
      'de',
      'Mira (@mira)',
      'Sieh auf Wavelength, wie gut dein Geschmack zu dem von Mira passt.',
      'Der Geschmacksabdruck von Mira',
    ])
    expect(await heads.getPageHead('/login', 'ar')).toMatchObject({
      title: 'مرحبًا بعودتك',
      description: 'سجّل الدخول إلى Wavelength.',
      picture: { alt: 'Wavelength: بصمتا ذوق متقابلتان على محور واحد' },
    })
  })

  test('falls back to the product’s own head after an error', async () => {
    const broken = createPageHeads({ ...deps, cards: () => Promise.reject(new Error('no database')) })
    expect(await broken.getPageHead(`/profile/${mira}`, 'en-US')).toEqual(await heads.getPageHead('/no/such/page', 'en-US'))
  })

  test('the picture of an item has its name in outlines, and unknown items have none', async () => {
    expect([(await heads.pictureOfItem(nala))?.subarray(1, 4).toString(), await heads.pictureOfItem(mira)]).toEqual(['PNG', null])
  })

  test('the picture of a suspended user is not rendered', async () => {
    expect([await heads.pictureOf(suspended), String(await heads.pictureOf(mira))]).toEqual([null, 'png'])
  })
})
