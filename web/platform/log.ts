/* One logger per subsystem, as on the server. `localStorage.LOG = 'api,socket=debug'` enables lower levels for some. */

export type Logger = {
  debug(what: string, fields?: Record<string, unknown>): void
  info(what: string, fields?: Record<string, unknown>): void
  warn(what: string, fields?: Record<string, unknown>): void
  error(what: string, fields?: Record<string, unknown>): void
}
type Level = keyof Logger

const rank: Record<Level, number> = { debug: 0, info: 1, warn: 2, error: 3 }

/** A logger with that name. Details are passed as fields; never log tokens or user content. */
export function logger(name: string): Logger {
  const write = (level: Level) => (what: string, fields?: Record<string, unknown>) => {
    if (rank[level] < rank[thresholdOf(name)]) return
    // The console is the only output of this logger; no other module writes to it.
    // oxlint-disable-next-line no-console
    console[level](`[${name}] ${what}`, ...(fields ? [fields] : []))
  }
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
}

function thresholdOf(name: string): Level {
  const entry = readSetting()
    .split(',')
    .find((part) => part.split('=')[0]?.trim() === name)
  if (!entry) return 'warn'
  const level = entry.split('=')[1]?.trim()
  return level === 'info' || level === 'warn' || level === 'error' ? level : 'debug'
}

function readSetting(): string {
  try {
    return globalThis.localStorage?.getItem('LOG') ?? ''
  } catch {
    // Storage may be forbidden (private windows, embedded views); logging must not fail then.
    return ''
  }
}
