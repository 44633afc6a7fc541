import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { MediaRow } from '#server/features/media/media.types.ts'
import { createBars } from '#server/features/media/bars.service.ts'
import { createInference } from './taste.infer.ts'
import { artistsNamed, ownArtists, setUpTaste, world } from './taste.test-world.ts'

setUpTaste()
const artists = (bar: 'jazz' | 'metal', count: number): MediaRow[] =>
  Array.from({ length: count }, (_, index) => ({ kind: 'artist', name: `${bar} ${index}`, bars: [bar] }))

test("infers genres from five holders' other items; with four holders they stay unknown", async () => {
  const { db, live, clock, media } = world
  const bars = createBars({ db, clock, directories: [], onBarsChanged: live.reloadItems, log: world.log })
  const infer = createInference({ db, save: bars.saveInferred, onBarsChanged: live.reloadItems })
  for (let index = 0; index < 5; index++) {
    const fan = await world.person(`jazz${index}`)
    await world.loves(fan, 'picks', [...artists('jazz', 6), ...artistsNamed('Mystery'), ...(index < 4 ? artistsNamed('Whisper') : [])])
    const other = await world.person(`metal${index}`)
    await world.loves(other, 'picks', [...artists('metal', 6), ...ownArtists(`own${index}`, 1)])
  }
  const [mystery = '', whisper = ''] = await media.resolve(artistsNamed('Mystery', 'Whisper'))
  await infer()
  const attributes = await media.attributes([mystery, whisper])
  expect([attributes.get(mystery)?.bars, attributes.get(whisper)?.bars]).toEqual([['jazz'], []])
  const fan = (await live.index.lovedItems((await live.index.uids())[0]!, 'self')).find(({ itemId }) => itemId === mystery)
  expect(fan?.bars).toHaveLength(1)
})

test('items without a result do not keep an item with fewer holders out of all runs', async () => {
  const { db, live, clock, media } = world
  const bars = createBars({ db, clock, directories: [], onBarsChanged: live.reloadItems, log: world.log })
  const infer = createInference({ db, save: bars.saveInferred, onBarsChanged: live.reloadItems, itemsPerRun: 5 })
  for (let index = 0; index < 6; index++) {
    await world.loves(await world.person(`plain${index}`), 'picks', ownArtists('unclear', 6))
    if (index < 5) await world.loves(await world.person(`late${index}`), 'picks', [...artists('jazz', 6), ...artistsNamed('Late')])
  }
  const [late = ''] = await media.resolve(artistsNamed('Late'))
  // A single run leaves it out in about one of two cases.
  for (let run = 0; run < 40; run++) await infer()
  expect((await media.attributes([late])).get(late)?.bars).toEqual(['jazz'])
})

test('reads a sample of a large crowd', async () => {
  const { db } = world
  const reader = await world.person('reader')
  await world.loves(reader, 'picks', artists('jazz', 1))
  await sql`
    with added as (
      insert into items (id, kind, name, name_key, by_key, created_at)
      select gen_random_uuid(), 'artist', 'many ' || n, 'many ' || n, '', now() from generate_series(1, 5000) n returning id
    )
    insert into taste_rows (uid, item_id, source, weight, rank) select ${reader}, id, 'picks', 0.5, row_number() over () from added`.execute(
    db,
  )
  await sql`analyze items, taste_rows`.execute(db)
  const read = async () => {
    await sql`select pg_stat_force_next_flush()`.execute(db)
    await sql`select pg_stat_clear_snapshot()`.execute(db)
    const { rows } = await sql<{ count: number }>`
      select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as count from pg_stat_user_tables where relname = 'taste_rows'`.execute(db)
    return rows[0]?.count ?? 0
  }
  const before = await read()
  await createInference({ db, save: async () => undefined, onBarsChanged: async () => undefined, sampleBytes: 64 * 1024 })()
  const count = (await read()) - before
  expect(count).toBeGreaterThan(0)
  expect(count).toBeLessThan(5_000)
})
