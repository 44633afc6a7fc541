import { pino, type Logger } from 'pino'
import { loggedError } from './logged-error.ts'

/** The subsystems of the log. `LOG=chat,socket=debug` selects some, or sets their level. */
export const subsystems = [
  'app',
  'http',
  'socket',
  'db',
  'bus',
  'jobs',
  'events',
  'identity',
  'mail',
  'uploads',
  'profiles',
  'connections',
  'media',
  'taste.sync',
  'taste.import',
  'taste.match',
  'moments',
  'chat',
  'together',
  'blends',
  'links',
  'notifications',
  'moderation',
  'demo',
  'sandbox',
] as const
/** The levels of the log, the most detailed first. */
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type Subsystem = (typeof subsystems)[number]
export type Log = Logger

/** One logger per subsystem. Data goes into fields; tokens and message text are never logged. */
export type Logs = (subsystem: Subsystem) => Log

/** Returns the first entry of a filter that names an unknown subsystem or level, or null. `*` names all others. */
export function unknownInFilter(filter: string): string | null {
  if (!filter.trim() || filter.trim() === 'off') return null
  const names = new Set<string>([...subsystems, '*'])
  const levels = new Set<string>(logLevels)
  const entries = filter.split(',').map((entry) => entry.trim())
  const isKnown = ([name = '', level = 'info', ...rest]: string[]) => names.has(name) && levels.has(level) && rest.length === 0
  return entries.find((entry) => !isKnown(entry.split('='))) ?? null
}

/** The reader of our output may end, as when the system's journal restarts. Without a listener that would end the server. */
const ignoreError = (): void => undefined

/**
 * @param filter the `LOG` setting: empty for everything from `info`; `off`; or names with optional levels, `chat,socket=debug`
 * @param pretty one readable line per record instead of JSON
 */
export function createLogs({ filter, pretty }: { filter: string; pretty: boolean }): Logs {
  process.stdout.off('error', ignoreError).on('error', ignoreError)
  const levels = readFilter(filter)
  const root = pino(
    {
      level: 'trace',
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: loggedError },
      redact: { paths: ['token', 'authorization', 'cookie', 'password', 'req.headers', '*.token', '*.authorization'], censor: '[hidden]' },
    },
    { write: (line: string) => process.stdout.write(pretty ? readable(line) : line) },
  )
  return (subsystem) => root.child({ sub: subsystem }, { level: levels.get(subsystem) ?? levels.get('*') ?? 'silent' })
}

function readFilter(filter: string): Map<string, string> {
  const levels = new Map<string, string>()
  if (filter.trim() === 'off') return levels
  if (!filter.trim()) return levels.set('*', 'info')
  for (const entry of filter.split(',')) {
    const [name = '', level = 'info'] = entry.trim().split('=')
    levels.set(name, level)
  }
  return levels
}

const levelNames: Record<number, string> = { 10: 'trace', 20: 'debug', 30: 'info ', 40: 'WARN ', 50: 'ERROR', 60: 'FATAL' }

type LogRecord = { level: number; time: string; sub: string; msg?: string; err?: { stack?: string; message?: string } }

function readable(line: string): string {
  // pino wrote the line, in the shape above.
  const { level, time, sub, msg = '', err, ...fields } = JSON.parse(line) as LogRecord
  const rest = Object.keys(fields).length ? ` ${JSON.stringify(fields)}` : ''
  const stack = err ? `\n${indented(err.stack ?? err.message ?? '')}` : ''
  return `${time.slice(11, 23)} ${levelNames[level] ?? level} ${sub}: ${msg}${rest}${stack}\n`
}

/** An error's text may contain user input: indented and without control characters it can't imitate a log line. */
function indented(stack: string): string {
  return stack
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map((line) => `    ${line.replace(/(?!\t)\p{Cc}/gu, '')}`)
    .join('\n')
}
