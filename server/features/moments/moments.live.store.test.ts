import { describe, expect, test } from 'vitest'
import { anna, ben, cleo, moments, post, setUpMoments, world } from './moments.test-world.ts'

setUpMoments()

const unknown = '00000000-0000-4000-8000-00000000000f'

describe('open feeds', () => {
  const sent = () => world.hub.takeFrames().map(({ uid, event, data }) => [uid, event, data])
  const sorted = (list: unknown[][]) => list.toSorted((a, b) => String(a[0]).localeCompare(String(b[0])))

  test('receive the count after a like and its removal, but no frame after a second like', async () => {
    const { id } = await post(ben, 'likeable', 'buddies')
    sent()
    await moments.like(anna, id)
    const toBoth = (likes: number) => sorted([anna, ben].map((uid) => [uid, 'moment_likes', { id, likes }]))
    expect(sorted(sent())).toEqual(toBoth(1))
    await moments.like(anna, id)
    expect(sent()).toEqual([])
    await moments.unlike(anna, id)
    expect(sorted(sent())).toEqual(toBoth(0))
  })

  test('receive counts without people hidden by a block', async () => {
    const { id } = await post(ben, 'likeable', 'everyone')
    await world.connections.block(anna, cleo)
    sent()
    await moments.like(cleo, id)
    expect(sorted(sent())).toEqual(
      sorted([
        [anna, 'moment_likes', { id, likes: 0 }],
        [ben, 'moment_likes', { id, likes: 1 }],
      ]),
    )
    expect([(await moments.get(anna, id)).likes, (await moments.get(ben, id)).likes]).toEqual([0, 1])
  })

  test('receive changes and deletions without text; similar strangers only while it is public', async () => {
    world.close.set(ben, new Map([[cleo, 90]]))
    const { id } = await post(ben, 'a secret', 'everyone')
    sent()
    await moments.edit(ben, id, { text: 'another' })
    expect(sorted(sent())).toEqual(sorted([anna, ben, cleo].map((uid) => [uid, 'moment_changed', { id }])))
    await moments.edit(ben, id, { audience: 'buddies' })
    expect(sorted(sent())).toEqual(sorted([anna, ben, cleo].map((uid) => [uid, 'moment_changed', { id }])))
    await moments.edit(ben, id, { text: 'a third' })
    expect(sorted(sent())).toEqual(sorted([anna, ben].map((uid) => [uid, 'moment_changed', { id }])))
    await moments.remove(ben, id)
    expect(sorted(sent())).toEqual(sorted([anna, ben].map((uid) => [uid, 'moment_gone', { id }])))
  })

  test('a smaller audience is announced to end notices, with those who still see it', async () => {
    const { id } = await post(ben, 'a secret', 'buddies')
    world.takeEvents()
    await moments.edit(ben, id, { audience: 'everyone' })
    expect(world.takeEvents()).toEqual([])
    await moments.edit(ben, id, { audience: 'buddies' })
    await moments.edit(ben, id, { audience: 'only_me' })
    expect(world.takeEvents()).toEqual([[anna], []].map((to) => ({ kind: 'moment.narrowed', by: ben, momentId: id, to })))
  })

  test('receive one frame when it is taken down', async () => {
    const { id } = await post(ben, 'bad', 'buddies')
    sent()
    await world.moderation.moments.hide(id)
    await world.moderation.moments.hide(id)
    expect(sorted(sent())).toEqual(sorted([anna, ben].map((uid) => [uid, 'moment_gone', { id }])))
  })

  test('A46: receive nothing from a stranger who was just blocked', async () => {
    world.close.set(ben, new Map([[cleo, 90]]))
    const { id } = await post(ben, 'for all')
    await moments.like(anna, id)
    await world.connections.block(ben, cleo)
    sent()
    await moments.unlike(anna, id)
    expect(sorted(sent()).map(([uid]) => uid)).toEqual([anna, ben].toSorted())
  })

  test('A46: receive nothing from blocked people, and private moments reach only the author', async () => {
    const shown = await post(ben, 'for all')
    await world.connections.block(ben, anna)
    const mine = await post(ben, 'mine', 'only_me')
    sent()
    await moments.edit(ben, shown.id, { text: 'changed' })
    await moments.edit(ben, mine.id, { text: 'changed' })
    expect(sent().map(([uid]) => uid)).toEqual([ben, ben])
  })
})

describe('the public preview of a moment', () => {
  test('contains the author, the beginning of the text in one line, and the first picture', async () => {
    const picture = world.uploads.add(anna)
    const text = `Vinyl corner\n\nis done. ${'very '.repeat(60)}much`
    const { id } = await post(anna, text, 'everyone', { pictures: [{ id: picture, alt: 'Shelves' }] })
    const author = (await world.profiles.cards([anna])).get(anna)
    expect(await moments.publicMeta(id)).toEqual({
      title: `${author?.name} (@${author?.user_name})`,
      description: `Vinyl corner is done. ${'very '.repeat(35).trim()}…`,
      picture: { url: `/files/${picture}.webp`, width: 4, height: 3, alt: 'Shelves' },
    })
    expect(await world.uploads.rules.isPublic?.(id)).toBe(true)
  })

  test('contains the alternative text or the link if there is no text', async () => {
    const shown = await post(anna, '', 'everyone', { pictures: [{ id: world.uploads.add(anna), alt: 'Shelves' }] })
    expect(await moments.publicMeta(shown.id)).toMatchObject({ description: 'Shelves' })
    const linked = await post(anna, 'https://youtu.be/dQw4w9WgXcQ')
    expect(await moments.publicMeta(linked.id)).toMatchObject({ description: 'https://youtu.be/dQw4w9WgXcQ', picture: null })
  })

  test('is null for a moment that is not public, taken down or unknown, and for invalid ids', async () => {
    const [forBuddies, forAnna, down] = [await post(anna, 'a', 'buddies'), await post(anna, 'b', 'only_me'), await post(anna, 'c')]
    await world.moderation.moments.hide(down.id)
    const ids = [forBuddies.id, forAnna.id, down.id]
    expect(await Promise.all([...ids, unknown, "' or 1=1"].map((id) => moments.publicMeta(id)))).toEqual(
      Array.from({ length: 5 }, () => null),
    )
    expect(await Promise.all(ids.map(async (id) => world.uploads.rules.isPublic?.(id)))).toEqual([false, false, false])
  })

  test('is null while the author is suspended, and the picture is private; signed-in users still see the moment', async () => {
    const { id } = await post(anna, 'a', 'everyone', { pictures: [{ id: world.uploads.add(anna), alt: '' }] })
    const publicState = async () => [await moments.publicMeta(id), await world.uploads.rules.isPublic?.(id)]
    world.suspended.add(anna)
    expect([await publicState(), (await moments.get(ben, id)).text]).toEqual([[null, false], 'a'])
    world.suspended.delete(anna)
    expect(await publicState()).toEqual([expect.objectContaining({ description: 'a' }), true])
  })
})
