import type { Migration } from '#server/platform/db/migrate.ts'

/** Rules for migrations that run while servers of the version before still work on the same tables (decision 0030). */

/** A comment on a dropped table or column: since which migration no version uses it. Only then may it be dropped. */
const UNUSED_SINCE = /--\s*unused since \d{4}/

type Rule = { name: string; breaks: (statement: string, file: { text: string; makes: ReadonlySet<string> }) => boolean }

const tableIn = (statement: string, before: RegExp): string | null => before.exec(statement)?.[1]?.replace(/^public\./, '') ?? null
const altered = (statement: string) => tableIn(statement, /^alter table (?:if exists |only )*([\w.]+)/)
const isOld = (table: string | null, makes: ReadonlySet<string>) => table !== null && !makes.has(table)

const rules: Rule[] = [
  {
    name: 'a column does not change its type: that rewrites the table under a lock; add another column and fill it by a job',
    breaks: (statement) => /\balter (column )?\w+ (set data )?type\b/.test(statement),
  },
  {
    name: 'an old table gets no column that must be filled without a default, and none becomes "not null"',
    breaks: (statement, { makes }) =>
      isOld(altered(statement), makes) &&
      (/\balter (column )?\w+ set not null/.test(statement) ||
        statement
          .split(/,(?![^()]*\))/)
          .some((part) => /\badd (column )?/.test(part) && /\bnot null\b/.test(part) && !/\b(default|generated)\b/.test(part))),
  },
  {
    name: 'an index on an old table is made "if not exists", so that an operator can make it beforehand, concurrently',
    breaks: (statement, { makes }) =>
      /^create (unique )?index\b/.test(statement) &&
      !/^create (unique )?index if not exists\b/.test(statement) &&
      isOld(tableIn(statement, /\bon (?:only )?([\w.]+)/), makes),
  },
  {
    name: 'a rule on an old table is added "not valid", and validated by a later migration',
    breaks: (statement, { makes }) =>
      isOld(altered(statement), makes) &&
      /\badd (constraint \w+ )?(check|foreign key)\b/.test(statement) &&
      !/\bnot valid\b/.test(statement),
  },
  {
    name: 'what the version before may still use does not go and keeps its name: "-- unused since NNNN" says that it does not',
    breaks: (statement, { text }) => /^drop table\b|\bdrop column\b|\brename (to|column)\b/.test(statement) && !UNUSED_SINCE.test(text),
  },
  {
    name: 'rows of old tables are changed by a job, a few at a time',
    breaks: (statement, { makes }) =>
      isOld(tableIn(statement, /^(?:update|delete from) ([\w.]+)/), makes) || /^(lock|truncate|cluster|vacuum|reindex)\b/.test(statement),
  },
]

/** The statements of a script, in lower case, without comments and with single spaces. Bodies of functions stay whole. */
function statementsOf(text: string): string[] {
  const plain = text.replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, '$body$').replace(/--[^\n]*/g, ' ')
  return plain.split(';').flatMap((part) => part.replace(/\s+/g, ' ').trim().toLowerCase() || [])
}

/** Each rule that this migration breaks, with the statement. */
export function brokenRules(text: string): string[] {
  const statements = statementsOf(text)
  const made = statements.map((statement) => tableIn(statement, /^create table (?:if not exists )?([\w.]+)/))
  const file = { text, makes: new Set(made.filter((name) => name !== null)) }
  return statements.flatMap((statement) => rules.flatMap(({ name, breaks }) => (breaks(statement, file) ? [`${name}: ${statement}`] : [])))
}

/**
 * Each migration names the version that still works with the tables after it: `-- works with NNNN`, the last migration of the release
 * before. A server of that release reads it in the database, and does not start without it.
 */
export function incompatibleMigrations(migrations: readonly Pick<Migration, 'name' | 'worksWith'>[], from: string): string[] {
  return migrations
    .filter(({ name }) => name >= from)
    .filter(
      ({ name, worksWith }) =>
        worksWith === null || !migrations.some((migration) => migration.name.startsWith(`${worksWith}_`) && migration.name < name),
    )
    .map(({ name, worksWith }) => `${name} says "-- works with ${worksWith ?? '?'}", which is no earlier migration`)
}
