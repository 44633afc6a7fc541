import { describe, expect, test } from 'vitest'
import { readMigrations } from '#server/platform/db/migrate.ts'
import { incompatibleMigrations, brokenRules } from '#tests/kit/migration-rules.ts'

/** Earlier migrations never ran beside running servers. */
const FIRST = '0039'

/** From this migration on, a server that is rolled back reads this line. */
const FIRST_PROMISE = '0050'

test('migrations can run while servers of the previous version continue (decision 0030)', async () => {
  const broken = (await readMigrations())
    .filter(({ name }) => name >= FIRST)
    .flatMap(({ name, text }) => brokenRules(text).map((rule) => `${name}: ${rule}`))
  expect(broken).toEqual([])
})

test('migrations declare the oldest version that works with the tables after them (decision 0030)', async () => {
  expect(incompatibleMigrations(await readMigrations(), FIRST_PROMISE)).toEqual([])
})

test('each named migration exists and is an earlier one', () => {
  const all = [
    { name: '0049_last', worksWith: null },
    { name: '0070_mood', worksWith: '0049' },
    { name: '0071_silent', worksWith: null },
    { name: '0072_itself', worksWith: '0072' },
    { name: '0073_nothing', worksWith: '0050' },
  ]
  expect(incompatibleMigrations(all, '0070').map((migration) => migration.slice(0, 4))).toEqual(['0071', '0072', '0073'])
})

describe('the migration rules', () => {
  test.each([
    'alter table messages alter column seq type numeric',
    'alter table messages alter column content set not null',
    'alter table messages add column place text, add column mood text not null',
    'create index messages_mood on messages (mood)',
    'create unique index messages_mood on public.messages (mood)',
    `alter table messages add constraint short check (length(content) < 10)`,
    'alter table messages drop column mood',
    'alter table messages rename column mood to humour',
    'drop table messages',
    `update messages set mood = 'good' where mood is null`,
    'lock table messages',
  ])('reject %s', (statement) => {
    expect(brokenRules(`-- a comment\n${statement};`)).toHaveLength(1)
  })

  test.each([
    'create table moods (id uuid primary key); create index moods_id on moods (id); insert into moods values (gen_random_uuid())',
    `alter table messages add column mood text not null default 'plain', add column at timestamptz`,
    'create index if not exists messages_mood on messages (mood)',
    'alter table messages add constraint short check (length(content) < 10) not valid',
    '-- unused since 0040\nalter table messages drop column mood',
    `create or replace function tidy() returns void language sql as $$ update messages set mood = 'x'; $$`,
  ])('accept %s', (statement) => {
    expect(brokenRules(statement)).toEqual([])
  })
})
