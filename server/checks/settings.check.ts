import { settingNames, settings, type Settings } from '../settings.ts'
import { type Check, ok } from './check.ts'

/** Names with these prefixes are ours: no other program has such settings. */
const ownPrefixes = ['SPOTIFY_', 'YOUTUBE_', 'LASTFM_', 'OIDC_', 'S3_', 'SMTP_', 'OPERATOR_', 'PICTURES_', 'IMPORT_MAX_']
const SHORTEST = 6
const MAX_EDITS = 2

/** A warning, not a rejection: the environment also belongs to other programs, whose names may be close to ours. */
export function settingsCheck(env: Record<string, string | undefined>): Check {
  return {
    component: 'settings',
    async run() {
      const problems = settingsWithoutEffect(env)
      if (problems.length === 0) return ok('every setting is known and has an effect')
      return {
        status: misspelled(env).length > 0 ? 'error' : 'warning',
        message: problems.join('; '),
        fix: '.env.example describes all settings.',
      }
    },
  }
}

/** A sentence, without its full stop, about each setting that has no effect: an unknown name, or a setting that another one lacks. */
export const settingsWithoutEffect = (env: Record<string, string | undefined>): string[] => [
  ...misspelled(env).map(({ name, nearest }) => `${name} is not a setting; did you mean ${nearest}?`),
  ...needs.flatMap(([name, ...needed]) =>
    isSet(env, name) && !needed.some((variable) => env[variable]) ? [`${name} has no effect without ${needed.join(' or ')}`] : [],
  ),
]

/** Settings that have no effect unless one of the others is set. Combinations that would be unsafe or broken are rejected instead. */
const needs: readonly (readonly [string, ...(keyof Settings)[]])[] = [
  ['S3_ENDPOINT', 'S3_BUCKET'],
  ['S3_REGION', 'S3_BUCKET'],
  ['S3_ACCESS_KEY_ID', 'S3_BUCKET'],
  ['S3_SECRET_ACCESS_KEY', 'S3_BUCKET'],
  ['MAIL_FROM', 'SMTP_URL'],
  ['SPOTIFY_MAY_SHARE', 'SPOTIFY_CLIENT_ID'],
  ['SPOTIFY_TOGETHER', 'SPOTIFY_CLIENT_ID'],
  ['SPOTIFY_TOGETHER', 'PUBLIC_URL'],
  ['YOUTUBE_MAY_SHARE', 'YOUTUBE_CLIENT_ID'],
  ['YOUTUBE_UNITS_PER_DAY', 'YOUTUBE_CLIENT_ID', 'YOUTUBE_API_KEY'],
  ['OIDC_NAME', 'OIDC_ISSUER'],
  ['OIDC_PROMPT', 'OIDC_ISSUER'],
  ['OIDC_LOGOUT', 'OIDC_ISSUER'],
  ['FIREBASE_AUTH_EMULATOR_HOST', 'FIREBASE_PROJECT_ID'],
  // The exporter of OpenTelemetry reads this one itself.
  ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_ENDPOINT'],
]

const defaults: Record<string, unknown> = settings.parse({})

/** Whether it is set to a value other than its default. */
const isSet = (env: Record<string, string | undefined>, name: string) => Boolean(env[name]) && env[name] !== String(defaults[name])

/** Names that are set and unknown but look like settings, each with the nearest one. */
export function misspelled(env: Record<string, string | undefined>): { name: string; nearest: string }[] {
  const others = Object.keys(env).filter((name) => env[name] && !settingNames.includes(name))
  return others.flatMap((name) => {
    const nearest = settingNames
      .map((setting) => ({ setting, edits: editsBetween(bare(name), bare(setting)) }))
      .reduce((best, candidate) => (candidate.edits < best.edits ? candidate : best))
    const isClose = bare(name).length >= SHORTEST && nearest.edits <= MAX_EDITS
    return isClose || ownPrefixes.some((prefix) => name.startsWith(prefix)) ? [{ name, nearest: nearest.setting }] : []
  })
}

const bare = (name: string) => name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')

/** Levenshtein distance. */
function editsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
