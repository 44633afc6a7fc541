import { beforeAll, describe, expect, test } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import { PRINT_BARS } from '#contract/taste/print.ts'
import type { TasteRow } from '#contract/taste/taste.ts'
import { artistsNamed, channelsNamed, setUpTaste, world } from './taste.test-world.ts'

setUpTaste()
let mira: Uid, jonas: Uid

beforeAll(async () => {
  ;[mira, jonas] = [await world.person('mira'), await world.person('jonas')]
  await world.media.seedStarter()
})

const summaryOf = (rows: readonly TasteRow[]) => rows.map(({ item, rank, shared }) => [rank, item.name, shared])

describe('picks', () => {
  test("from the catalog and typed by hand become the user's items", async () => {
    const [bonobo] = await world.media.search({ q: 'bonobo' })
    const items = await world.taste.savePicks(mira, [
      { item_id: bonobo!.id },
      { kind: 'artist', name: 'gorillaz' },
      { kind: 'channel', name: 'My neighbor’s channel' },
      { kind: 'artist', name: 'Bonobo' },
    ])
    expect(items.map((item) => item.name)).toEqual(['Bonobo', 'Gorillaz', 'My neighbor’s channel'])
    const { artists, channels, print } = await world.taste.overview(mira, mira)
    expect(new Set(summaryOf(artists).map(([, name]) => name))).toEqual(new Set(['Bonobo', 'Gorillaz']))
    expect(artists).toHaveLength(2)
    expect(summaryOf(channels)).toEqual([[1, 'My neighbor’s channel', false]])
    expect(print[PRINT_BARS.indexOf('electronic')]).toBe(1)
    expect(print[PRINT_BARS.indexOf('other-video')]).toBe(1)
  })

  test('replace earlier picks, and an empty list clears them', async () => {
    await world.taste.savePicks(mira, [{ kind: 'artist', name: 'Muse' }])
    expect(summaryOf((await world.taste.overview(mira, mira)).artists)).toEqual([[1, 'Muse', false]])
    await world.taste.savePicks(mira, [])
    expect((await world.taste.overview(mira, mira)).artists).toEqual([])
  })

  test('are listed for their user alone, and saving the same list again changes nothing', async () => {
    await world.loves(mira, 'spotify', artistsNamed('Metallica'))
    await world.taste.savePicks(mira, [
      { kind: 'channel', name: 'TED' },
      { kind: 'artist', name: 'Muse' },
      { kind: 'artist', name: 'Bonobo' },
    ])
    const picks = await world.taste.picks(mira)
    expect(picks.map(({ name }) => name)).toEqual(['Muse', 'Bonobo', 'TED'])
    await world.taste.savePicks(
      mira,
      picks.map(({ id }) => ({ item_id: id })),
    )
    expect(await world.taste.picks(mira)).toEqual(picks)
    expect(await world.taste.picks(jonas)).toEqual([])
    await world.taste.savePicks(mira, [])
    await world.loves(mira, 'spotify', [])
  })

  test('preserve the consent given for them', async () => {
    await world.loves(mira, 'picks', artistsNamed('Muse'), { shownTo: 'only_me' })
    await world.taste.savePicks(mira, [{ kind: 'artist', name: 'Metallica' }])
    expect((await world.taste.overview(jonas, mira)).artists).toEqual([])
    await world.loves(mira, 'picks', [])
  })

  test('of items other than artists and channels are rejected, and nothing changes', async () => {
    const [track] = await world.media.resolve([{ kind: 'track', name: 'Riptide', by: 'Vance Joy' }])
    await world.taste.savePicks(mira, [{ kind: 'artist', name: 'Muse' }])
    for (const item_id of [track!, '00000000-0000-7000-8000-000000000000']) {
      await expect(world.taste.savePicks(mira, [{ kind: 'artist', name: 'Metallica' }, { item_id }])).rejects.toMatchObject({
        code: 'invalid_input',
      })
    }
    await expect(world.taste.savePicks(mira, [{ kind: 'artist', name: 'a\0b' }])).rejects.toMatchObject({ code: 'invalid_input' })
    expect(summaryOf((await world.taste.overview(mira, mira)).artists)).toEqual([[1, 'Muse', false]])
    await world.taste.savePicks(mira, [])
  })
})

describe("a user's taste", () => {
  const everything = [...artistsNamed('Muse', 'Metallica'), { kind: 'track' as const, name: 'Hysteria', by: 'Muse' }]

  test('is returned with ranks and the items that the viewer shares', async () => {
    await world.loves(jonas, 'spotify', everything)
    await world.loves(jonas, 'youtube', [
      ...channelsNamed('TED', 'Vsauce'),
      { kind: 'video', name: 'Isolation - Mind Field (Ep 1)', by: 'Vsauce' },
    ])
    await world.loves(mira, 'picks', artistsNamed('metallica'), { shownTo: 'only_me' })
    const { artists, tracks } = await world.taste.music(mira, jonas)
    expect([summaryOf(artists.rows), summaryOf(tracks.rows)]).toEqual([
      [
        [1, 'Muse', false],
        [2, 'Metallica', true],
      ],
      [[1, 'Hysteria', false]],
    ])
    const { channels, videos } = await world.taste.video(mira, jonas)
    expect([summaryOf(channels.rows), summaryOf(videos.rows)]).toEqual([
      [
        [1, 'TED', false],
        [2, 'Vsauce', false],
      ],
      [[1, 'Isolation - Mind Field (Ep 1)', false]],
    ])
  })

  test('that is shown to buddies is hidden from others, never from its owner', async () => {
    await world.loves(jonas, 'spotify', everything, { shownTo: 'buddies' })
    const hidden = { visible: false, rows: [] }
    expect(await world.taste.music(mira, jonas)).toEqual({ artists: hidden, tracks: hidden })
    expect((await world.taste.video(mira, jonas)).channels.visible).toBe(true)
    const { print } = await world.taste.overview(mira, jonas)
    expect(Math.max(...print.slice(0, PRINT_BARS.indexOf('science')))).toBe(0)
    expect((await world.taste.music(jonas, jonas)).artists.rows).toHaveLength(2)
    await world.befriend(mira, jonas)
    expect((await world.taste.music(mira, jonas)).artists.rows).toHaveLength(2)
  })

  test('that does not count for matching is still shown', async () => {
    await world.loves(jonas, 'spotify', everything, { counts: false })
    expect((await world.taste.music(mira, jonas)).artists.rows).toHaveLength(2)
  })

  test('that is empty is not hidden', async () => {
    const quiet = await world.person('quiet')
    expect(await world.taste.music(mira, quiet)).toEqual({ artists: { visible: true, rows: [] }, tracks: { visible: true, rows: [] } })
  })

  test('is not found for an unknown user, or if either user blocked the other', async () => {
    const blocked = await world.person('blocked')
    await world.connections.block(blocked, mira)
    for (const uid of [blocked, '00000000-0000-7000-8000-000000000000']) {
      for (const read of [world.taste.overview, world.taste.music, world.taste.video])
        await expect(read(mira, uid)).rejects.toMatchObject({ code: 'not_found' })
    }
  })
})
