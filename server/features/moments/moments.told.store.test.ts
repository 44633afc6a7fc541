import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import { momentsWorld } from './moments.test-world.ts'

let world: Awaited<ReturnType<typeof momentsWorld>>
let moments: (typeof world)['moments']
let post: (typeof world)['post']
beforeAll(async () => {
  world = await momentsWorld()
  ;({ moments, post } = world)
})
afterAll(() => world.database.close())

let anna: Uid
let ben: Uid
let cleo: Uid
beforeEach(async () => {
  ;[anna, ben, cleo] = await world.trio()
})

const unknown = '00000000-0000-4000-8000-00000000000f'

describe('those who have it in their open feed', () => {
  const heard = () => world.hub.takeHeard().map(({ uid, event, data }) => [uid, event, data])
  const sorted = (list: unknown[][]) => list.toSorted((a, b) => String(a[0]).localeCompare(String(b[0])))

  test('hear of a like and of one taken back, with the count; a second like is no news', async () => {
    const { id } = await post(ben, 'likeable', 'buddies')
    heard()
    await moments.like(anna, id)
    const toBoth = (likes: number) => sorted([anna, ben].map((uid) => [uid, 'moment_likes', { id, likes }]))
    expect(sorted(heard())).toEqual(toBoth(1))
    await moments.like(anna, id)
    expect(heard()).toEqual([])
    await moments.unlike(anna, id)
    expect(sorted(heard())).toEqual(toBoth(0))
  })

  test('hear of a like by somebody whom a block hides from them only in the count of the others', async () => {
    const { id } = await post(ben, 'likeable', 'everyone')
    await world.connections.block(anna, cleo)
    heard()
    await moments.like(cleo, id)
    expect(sorted(heard())).toEqual(
      sorted([
        [anna, 'moment_likes', { id, likes: 0 }],
        [ben, 'moment_likes', { id, likes: 1 }],
      ]),
    )
    expect([(await moments.get(anna, id)).likes, (await moments.get(ben, id)).likes]).toEqual([0, 1])
  })

  test('hear that it was changed or is gone, and are told no words; strangers close in taste only while it is for everyone', async () => {
    world.close.set(ben, new Map([[cleo, 90]]))
    const { id } = await post(ben, 'a secret', 'everyone')
    heard()
    await moments.edit(ben, id, { text: 'another' })
    expect(sorted(heard())).toEqual(sorted([anna, ben, cleo].map((uid) => [uid, 'moment_changed', { id }])))
    await moments.edit(ben, id, { audience: 'buddies' })
    expect(sorted(heard())).toEqual(sorted([anna, ben, cleo].map((uid) => [uid, 'moment_changed', { id }])))
    await moments.edit(ben, id, { text: 'a third' })
    expect(sorted(heard())).toEqual(sorted([anna, ben].map((uid) => [uid, 'moment_changed', { id }])))
    await moments.remove(ben, id)
    expect(sorted(heard())).toEqual(sorted([anna, ben].map((uid) => [uid, 'moment_gone', { id }])))
  })

  test('hear that it was taken down, once', async () => {
    const { id } = await post(ben, 'bad', 'buddies')
    heard()
    await world.moderation.moments.hide(id)
    await world.moderation.moments.hide(id)
    expect(sorted(heard())).toEqual(sorted([anna, ben].map((uid) => [uid, 'moment_gone', { id }])))
  })

  test('A46: are no stranger who was blocked a moment ago', async () => {
    world.close.set(ben, new Map([[cleo, 90]]))
    const { id } = await post(ben, 'for all')
    await moments.like(anna, id)
    await world.connections.block(ben, cleo)
    heard()
    await moments.unlike(anna, id)
    expect(sorted(heard()).map(([uid]) => uid)).toEqual([anna, ben].toSorted())
  })

  test('A46: are nobody with a block between them, and nobody but the author of what is for nobody else', async () => {
    const shown = await post(ben, 'for all')
    await world.connections.block(ben, anna)
    const mine = await post(ben, 'mine', 'only_me')
    heard()
    await moments.edit(ben, shown.id, { text: 'changed' })
    await moments.edit(ben, mine.id, { text: 'changed' })
    expect(heard().map(([uid]) => uid)).toEqual([ben, ben])
  })
})

describe('what anybody may be told of a moment, signed in or not', () => {
  test('is who posted it, how it begins in one line, and its first picture', async () => {
    const picture = world.uploads.add(anna)
    const words = `Vinyl corner\n\nis done. ${'very '.repeat(60)}much`
    const { id } = await post(anna, words, 'everyone', { pictures: [{ id: picture, alt: 'Shelves' }] })
    const author = (await world.profiles.cards([anna])).get(anna)
    expect(await moments.publicMeta(id)).toEqual({
      title: `${author?.name} (@${author?.user_name})`,
      description: `Vinyl corner is done. ${'very '.repeat(35).trim()}…`,
      picture: { url: `/files/${picture}.webp`, width: 4, height: 3, alt: 'Shelves' },
    })
    expect(await world.uploads.rules.isPublic?.(id)).toBe(true)
  })

  test('is what the picture shows, or the link, where nothing was written', async () => {
    const shown = await post(anna, '', 'everyone', { pictures: [{ id: world.uploads.add(anna), alt: 'Shelves' }] })
    expect(await moments.publicMeta(shown.id)).toMatchObject({ description: 'Shelves' })
    const linked = await post(anna, 'https://youtu.be/dQw4w9WgXcQ')
    expect(await moments.publicMeta(linked.id)).toMatchObject({ description: 'https://youtu.be/dQw4w9WgXcQ', picture: null })
  })

  test('is nothing for one that is not for everyone, was taken down, is not there or has no such address', async () => {
    const [forBuddies, forAnna, down] = [await post(anna, 'a', 'buddies'), await post(anna, 'b', 'only_me'), await post(anna, 'c')]
    await world.moderation.moments.hide(down.id)
    const ids = [forBuddies.id, forAnna.id, down.id]
    expect(await Promise.all([...ids, unknown, "' or 1=1"].map((id) => moments.publicMeta(id)))).toEqual(
      Array.from({ length: 5 }, () => null),
    )
    expect(await Promise.all(ids.map(async (id) => world.uploads.rules.isPublic?.(id)))).toEqual([false, false, false])
  })

  test('is nothing while its author is suspended, and neither is its picture; those who are signed in still see it', async () => {
    const { id } = await post(anna, 'a', 'everyone', { pictures: [{ id: world.uploads.add(anna), alt: '' }] })
    const told = async () => [await moments.publicMeta(id), await world.uploads.rules.isPublic?.(id)]
    world.suspended.add(anna)
    expect([await told(), (await moments.get(ben, id)).text]).toEqual([[null, false], 'a'])
    world.suspended.delete(anna)
    expect(await told()).toEqual([expect.objectContaining({ description: 'a' }), true])
  })
})
