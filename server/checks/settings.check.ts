import { settingNames } from '../settings.ts'
import { type Check, ok } from './check.ts'

/** Names with these prefixes are ours: no other program has such settings. */
const ownPrefixes = ['SPOTIFY_', 'YOUTUBE_', 'LASTFM_', 'OIDC_', 'S3_', 'SMTP_', 'OPERATOR_', 'PICTURES_', 'IMPORT_MAX_']
const SHORTEST = 6
const MOST_EDITS = 2

/** A warning, not a rejection: the environment also belongs to other programs, whose names may be close to ours. */
export function settingsCheck(env: Record<string, string | undefined>): Check {
  return {
    component: 'settings',
    async run() {
      const wrong = misspelled(env)
      if (wrong.length === 0) return ok('every setting is known')
      return {
        status: 'error',
        message: wrong.map(({ name, nearest }) => `${name} is not a setting; did you mean ${nearest}?`).join(' '),
        fix: 'Correct the name; .env.example lists all settings.',
      }
    },
  }
}

/** Names that are set and unknown but look like settings, each with the nearest one. */
export function misspelled(env: Record<string, string | undefined>): { name: string; nearest: string }[] {
  const others = Object.keys(env).filter((name) => env[name] && !settingNames.includes(name))
  return others.flatMap((name) => {
    const nearest = settingNames
      .map((setting) => ({ setting, edits: editsBetween(bare(name), bare(setting)) }))
      .reduce((best, it) => (it.edits < best.edits ? it : best))
    const isClose = bare(name).length >= SHORTEST && nearest.edits <= MOST_EDITS
    return isClose || ownPrefixes.some((prefix) => name.startsWith(prefix)) ? [{ name, nearest: nearest.setting }] : []
  })
}

const bare = (name: string) => name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')

/** Levenshtein distance. */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}
