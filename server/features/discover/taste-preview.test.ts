import { beforeAll, expect, test } from 'vitest'
import { PRINT_BARS } from '#contract/taste/print.ts'
import type { ItemId } from '#server/features/media/media.types.ts'
import { sql } from 'kysely'
import { artistsNamed, setUpTaste, world } from '#server/features/taste/taste.test-world.ts'
import { createItemPageStore } from './item-page.store.ts'
import { createTastePreview, type TastePreview } from './taste-preview.ts'

setUpTaste()
let preview: TastePreview
const ids = new Map<string, ItemId>()
const idOf = (name: string) => ids.get(name) ?? ''

beforeAll(async () => {
  const rows = [
    { kind: 'artist' as const, name: 'Nala Sinephro', bars: ['jazz' as const, 'ambient' as const] },
    { kind: 'artist' as const, name: 'Known Jazz', bars: ['jazz' as const] },
    { kind: 'artist' as const, name: 'Known Both', bars: ['ambient' as const, 'jazz' as const] },
    { kind: 'artist' as const, name: 'Known Metal', bars: ['metal' as const] },
    { kind: 'artist' as const, name: 'Loud Metal', bars: ['metal' as const] },
  ]
  const found = await world.media.resolve(rows)
  rows.forEach(({ name }, index) => ids.set(name, found[index] ?? ''))
  await sql`update items set known_rank = case name when 'Known Jazz' then 1 when 'Known Metal' then 2 else 3 end
    where name like 'Known %'`.execute(world.database.db)
  for (const name of ['fan1', 'fan2']) {
    const fan = await world.person(name)
    await world.loves(fan, 'spotify', artistsNamed('Floating Points', 'Loud Metal', 'Nala Sinephro'))
  }
  preview = createTastePreview({ media: world.media, related: world.itemPages.related, store: createItemPageStore(world.database.db) })
})

test('computes the taste print of the picks', async () => {
  const { print } = await preview([idOf('Nala Sinephro'), idOf('Known Metal')])
  expect(print.flatMap((height, bar) => (height > 0 ? [[PRINT_BARS[bar], height]] : []))).toEqual([
    ['metal', 1],
    ['jazz', 0.5],
    ['ambient', 0.5],
  ])
})

test('suggests items that fans of the last pick also love, then catalog items with the most genres in common', async () => {
  const { similar } = await preview([idOf('Known Metal'), idOf('Nala Sinephro')])
  expect(similar.map(({ name }) => name)).toEqual(['Floating Points', 'Known Both', 'Known Jazz'])
})

test('items of the same fans are similar only with a common genre, where both are known', async () => {
  const { similar } = await preview([idOf('Nala Sinephro')])
  expect(similar.map(({ name }) => name)).toEqual(['Floating Points', 'Known Both', 'Known Jazz'])
})

test('suggests no item that is already picked, and none for unknown ids', async () => {
  const { similar } = await preview([idOf('Known Both'), idOf('Nala Sinephro')])
  expect(similar.map(({ name }) => name)).toEqual(['Floating Points', 'Known Jazz'])
  expect((await preview(['00000000-0000-4000-8000-000000000000'])).similar).toEqual([])
})
