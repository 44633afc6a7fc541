import * as z from 'zod/mini'

/**
 * Every setting, read once from the environment. `.env.example` lists them all with the same names (a test compares).
 * Nothing else in the server reads `process.env`.
 */
const settings = z.object({
  /** The folder that holds everything this installation owns. */
  DATA_DIR: z._default(z.string(), 'data'),
  /** The first port to try; taken ports are skipped unless PUBLIC_URL is set. */
  PORT: z._default(z.pipe(z.coerce.number(), z.int().check(z.minimum(0), z.maximum(65_535))), 8000),
  HOST: z._default(z.string(), '127.0.0.1'),
  /** `https://...` makes this a real installation: no demo, no stand-ins. */
  PUBLIC_URL: z.optional(z.string()),
  /** Addresses or networks, separated by commas, whose X-Forwarded-For is believed. */
  TRUSTED_PROXIES: z._default(z.string(), ''),
  /** Signs and encrypts; generated into the data folder on first start when left out. At least 32 characters. */
  SECRET: z.optional(z.string()),
  /** Protects /metrics and /docs at a public address. */
  ADMIN_TOKEN: z.optional(z.string()),
  DATABASE_URL: z.optional(z.string()),
  REDIS_URL: z.optional(z.string()),
  SPOTIFY_CLIENT_ID: z.optional(z.string()),
  SPOTIFY_CLIENT_SECRET: z.optional(z.string()),
  /** Operator's word that rows from the real API may be shown to others and count for matching. Unset means no. */
  SPOTIFY_MAY_SHARE: z._default(z.enum(['yes', 'no']), 'no'),
  YOUTUBE_CLIENT_ID: z.optional(z.string()),
  YOUTUBE_CLIENT_SECRET: z.optional(z.string()),
  YOUTUBE_MAY_SHARE: z._default(z.enum(['yes', 'no']), 'no'),
  MINIMUM_AGE: z._default(z.pipe(z.coerce.number(), z.int().check(z.minimum(0), z.maximum(99))), 16),
  /** `on` fills a new data folder with the demo world and starts the stand-ins; refused at a public address. */
  DEMO: z.optional(z.enum(['on', 'off'])),
  LOG: z._default(z.string(), ''),
  LOG_FORMAT: z.optional(z.enum(['readable', 'json'])),
})

export const settingNames = Object.keys(settings.shape)

export type SourceSettings = { clientId: string; clientSecret: string | null; mayShare: boolean }

export type Config = {
  dataDir: string
  host: string
  port: number
  /** Set when this is a real installation: its origin, without a trailing slash. */
  publicOrigin: string | null
  trustedProxies: string[]
  secret: string | null
  adminToken: string | null
  databaseUrl: string | null
  redisUrl: string | null
  spotify: SourceSettings | null
  youtube: SourceSettings | null
  minimumAge: number
  demo: boolean
  log: { filter: string; pretty: boolean }
}

/** Why this configuration will not start, in a sentence for the operator. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/**
 * Reads and checks the settings.
 * @throws ConfigError for a value that makes no sense and for combinations that would be unsafe.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(settingNames.filter((name) => env[name]).map((name) => [name, env[name]]))
  const parsed = settings.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new ConfigError(`${issue?.path.join('.') ?? 'A setting'} is not valid: ${issue?.message ?? 'unknown'}. See .env.example.`)
  }
  const it = parsed.data
  const config: Config = {
    dataDir: it.DATA_DIR,
    host: it.HOST,
    port: it.PORT,
    publicOrigin: it.PUBLIC_URL === undefined ? null : readPublicUrl(it.PUBLIC_URL),
    trustedProxies: it.TRUSTED_PROXIES.split(',')
      .map((entry) => entry.trim())
      .filter(Boolean),
    secret: it.SECRET ?? null,
    adminToken: it.ADMIN_TOKEN ?? null,
    databaseUrl: it.DATABASE_URL ?? null,
    redisUrl: it.REDIS_URL ?? null,
    spotify: readSource('SPOTIFY', it.SPOTIFY_CLIENT_ID, it.SPOTIFY_CLIENT_SECRET, it.SPOTIFY_MAY_SHARE),
    youtube: readSource('YOUTUBE', it.YOUTUBE_CLIENT_ID, it.YOUTUBE_CLIENT_SECRET, it.YOUTUBE_MAY_SHARE),
    minimumAge: it.MINIMUM_AGE,
    demo: it.DEMO ? it.DEMO === 'on' : it.PUBLIC_URL === undefined,
    log: { filter: it.LOG, pretty: it.LOG_FORMAT ? it.LOG_FORMAT === 'readable' : it.PUBLIC_URL === undefined },
  }
  refuseUnsafe(config)
  return config
}

function readPublicUrl(text: string): string {
  if (!URL.canParse(text)) throw new ConfigError(`PUBLIC_URL is not an address: ${text}. Write it like https://wavelength.example.`)
  const url = new URL(text)
  if (url.protocol !== 'https:')
    throw new ConfigError('PUBLIC_URL must start with https://, because sign-in and messages must not travel in the clear.')
  if (url.pathname !== '/' || url.search || url.hash)
    throw new ConfigError('PUBLIC_URL must be the bare origin, such as https://wavelength.example, without a path.')
  return url.origin
}

function readSource(name: string, id: string | undefined, secret: string | undefined, mayShare: 'yes' | 'no'): SourceSettings | null {
  if (!id && secret) throw new ConfigError(`${name}_CLIENT_SECRET is set but ${name}_CLIENT_ID is not.`)
  return id ? { clientId: id, clientSecret: secret ?? null, mayShare: mayShare === 'yes' } : null
}

const loopback = new Set(['127.0.0.1', '::1', 'localhost'])

function refuseUnsafe(config: Config): void {
  if (config.secret !== null && config.secret.length < 32)
    throw new ConfigError('SECRET must have at least 32 characters. Leave it out to have one generated.')
  if (!config.publicOrigin) {
    if (!loopback.has(config.host)) {
      throw new ConfigError(
        `HOST=${config.host} would open the server to the network without TLS. Set PUBLIC_URL=https://... and TRUSTED_PROXIES as well.`,
      )
    }
    return
  }
  if (config.demo) throw new ConfigError('DEMO=on is refused at a public address: its logins are known to everybody.')
  if (!loopback.has(config.host) && config.trustedProxies.length === 0) {
    throw new ConfigError('At a public address behind HOST other than loopback, TRUSTED_PROXIES must name the proxy that ends TLS.')
  }
  if (config.port === 0) throw new ConfigError('At a public address PORT must be a fixed port.')
}
