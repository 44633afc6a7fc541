import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import proxyAddr from '@fastify/proxy-addr'
import * as z from 'zod/mini'
import type { FederatedIssuer } from '#server/features/identity/federation/federation.ts'
import type { FirebaseProject } from '#server/features/identity/federation/firebase.ts'
import type { BucketSettings } from '#server/features/uploads/uploads.files.ts'
import { PRODUCT_NAME } from '#contract/base/product.ts'
import { logLevels, subsystems, unknownInFilter } from '#server/platform/observability/log.ts'
import { settingNames, settings, type Settings } from './settings.ts'

export type SourceSettings = { clientId: string; clientSecret: string | null; mayShare: boolean }

export type AppLinks = { androidFingerprints: readonly string[]; iosTeamId: string | null }

export type Config = {
  dataDir: string
  host: string
  port: number
  /** Set when this is a real installation: its origin, without a trailing slash. */
  publicOrigin: string | null
  /** Who runs this installation and where people reach them; null only where it has no public address. */
  operator: { name: string; contact: string } | null
  trustedProxies: string[]
  /** From the stop signal, when `/readyz` fails, until requests are no longer accepted. */
  stopDelayMs: number
  secret: string | null
  previousSecrets: string[]
  adminToken: string | null
  /** The collector of traces and metrics, without a trailing slash. */
  telemetryEndpoint: string | null
  databaseUrl: string | null
  /** Where pictures are stored; null: the data folder. */
  bucket: BucketSettings | null
  /** The limit for one user's pictures. */
  picturesMaxBytes: number
  redisUrl: string | null
  /** Null without a mail server: email then goes to the dev inbox on loopback, and is off at a public address. */
  mail: { url: string; from: string } | null
  spotify: SourceSettings | null
  youtube: SourceSettings | null
  youtubeUnitsPerDay: number
  lastfmApiKey: string | null
  lastfmSharedSecret: string | null
  /** Whether MusicBrainz is queried for artists' genres. */
  musicbrainz: boolean
  /** The largest import file. */
  importMaxBytes: number
  /** Shared sessions: whether they may use Spotify's player, and how many users one has. */
  together: { spotify: boolean; maxMembers: number }
  youtubeApiKey: string | null
  /** OpenID Connect issuers, besides the built-in sign-in methods. */
  issuers: readonly FederatedIssuer[]
  /** When set, Firebase replaces the built-in provider. */
  firebase: FirebaseProject | null
  /** The apps that open links of this installation. */
  appLinks: AppLinks
  minimumAge: number
  demo: boolean
  log: { filter: string; pretty: boolean }
}

/** A configuration error, as a sentence for the operator. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Reads and checks the settings. @throws ConfigError for a value that makes no sense and for combinations that would be unsafe. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const values = Object.fromEntries(settingNames.filter((name) => env[name]).map((name) => [name, env[name]]))
  const parsed = settings.safeParse(values)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new ConfigError(`${issue?.path.join('.') ?? 'A setting'} is not valid: ${issue?.message ?? 'unknown'}.`)
  }
  const parsedSettings = parsed.data
  const config: Config = {
    dataDir: parsedSettings.DATA_DIR,
    host: parsedSettings.HOST,
    port: parsedSettings.PORT,
    publicOrigin: parsedSettings.PUBLIC_URL === undefined ? null : readPublicUrl(parsedSettings.PUBLIC_URL),
    operator: readOperator(parsedSettings.OPERATOR_NAME, parsedSettings.OPERATOR_CONTACT),
    trustedProxies: readProxies(parsedSettings),
    stopDelayMs: parsedSettings.STOP_DELAY_SECONDS * 1_000,
    secret: parsedSettings.SECRET ?? null,
    previousSecrets: listed(parsedSettings.SECRET_PREVIOUS),
    adminToken: parsedSettings.ADMIN_TOKEN ?? null,
    telemetryEndpoint: parsedSettings.OTEL_EXPORTER_OTLP_ENDPOINT ? readCollector(parsedSettings.OTEL_EXPORTER_OTLP_ENDPOINT) : null,
    databaseUrl: parsedSettings.DATABASE_URL ? readAddress('DATABASE_URL', parsedSettings.DATABASE_URL, databaseAddress) : null,
    bucket: readBucket(parsedSettings),
    picturesMaxBytes: parsedSettings.PICTURES_MB_PER_PERSON * 1024 * 1024,
    redisUrl: parsedSettings.REDIS_URL ? readAddress('REDIS_URL', parsedSettings.REDIS_URL, redisAddress) : null,
    mail: readMail(parsedSettings.SMTP_URL, parsedSettings.MAIL_FROM, parsedSettings.PUBLIC_URL),
    spotify: readSource(
      'SPOTIFY',
      parsedSettings.SPOTIFY_CLIENT_ID,
      parsedSettings.SPOTIFY_CLIENT_SECRET,
      parsedSettings.SPOTIFY_MAY_SHARE,
    ),
    youtube: readSource(
      'YOUTUBE',
      parsedSettings.YOUTUBE_CLIENT_ID,
      parsedSettings.YOUTUBE_CLIENT_SECRET,
      parsedSettings.YOUTUBE_MAY_SHARE,
    ),
    together: {
      spotify: parsedSettings.PUBLIC_URL === undefined || parsedSettings.SPOTIFY_TOGETHER === 'yes',
      maxMembers: parsedSettings.TOGETHER_MAX,
    },
    youtubeApiKey: parsedSettings.YOUTUBE_API_KEY ?? null,
    youtubeUnitsPerDay: parsedSettings.YOUTUBE_UNITS_PER_DAY,
    lastfmApiKey: parsedSettings.LASTFM_API_KEY ?? null,
    lastfmSharedSecret: parsedSettings.LASTFM_SHARED_SECRET ?? null,
    musicbrainz: parsedSettings.MUSICBRAINZ === 'on',
    importMaxBytes: parsedSettings.IMPORT_MAX_MB * 1024 * 1024,
    issuers: readIssuers(parsedSettings),
    firebase: readFirebase(parsedSettings),
    appLinks: readAppLinks(parsedSettings.ANDROID_FINGERPRINTS, parsedSettings.IOS_TEAM_ID),
    minimumAge: parsedSettings.MINIMUM_AGE,
    demo: parsedSettings.DEMO ? parsedSettings.DEMO === 'on' : parsedSettings.PUBLIC_URL === undefined,
    log: {
      filter: readLogFilter(parsedSettings.LOG),
      pretty: parsedSettings.LOG_FORMAT ? parsedSettings.LOG_FORMAT === 'readable' : parsedSettings.PUBLIC_URL === undefined,
    },
  }
  rejectUnsafe(config)
  return config
}

function readOperator(name: string | undefined, contact: string | undefined): Config['operator'] {
  if (!name && !contact) return null
  if (!name || !contact) throw new ConfigError('OPERATOR_NAME and OPERATOR_CONTACT belong together.')
  const isReachable = /^[^\s<>@]+@[^\s<>@]+$/.test(contact) || URL.parse(contact)?.protocol === 'https:'
  if (!isReachable) throw new ConfigError('OPERATOR_CONTACT must be an email address or an address that starts with https://.')
  return { name, contact }
}

/** The privacy policy must name who stores the data. @throws ConfigError at a public address without the operator's name and contact */
export function requireOperator({ publicOrigin, operator }: Pick<Config, 'publicOrigin' | 'operator'>): void {
  if (publicOrigin && !operator)
    throw new ConfigError('At a public address OPERATOR_NAME and OPERATOR_CONTACT must say who runs it: the privacy policy names them.')
}

function readBucket(it: Settings): BucketSettings | null {
  if (!it.S3_BUCKET) return null
  if (!it.S3_ACCESS_KEY_ID || !it.S3_SECRET_ACCESS_KEY) throw new ConfigError('S3_BUCKET needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.')
  return {
    bucket: it.S3_BUCKET,
    endpoint: it.S3_ENDPOINT ?? null,
    region: it.S3_REGION,
    accessKeyId: it.S3_ACCESS_KEY_ID,
    secretAccessKey: it.S3_SECRET_ACCESS_KEY,
  }
}

const listed = (text: string): string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)

type AddressKind = { protocols: RegExp; example: string }
export const databaseAddress: AddressKind = { protocols: /^postgres(ql)?:$/, example: 'postgres://user:password@host:5432/wavelength' }
const redisAddress: AddressKind = { protocols: /^rediss?:$/, example: 'redis://:password@host:6379' }

/**
 * Returns the address unchanged. It may contain a password, so no error shows it: drivers would.
 * @throws ConfigError also when a password contains a character that ends the host, such as /
 */
export function readAddress(name: string, text: string, { protocols, example }: AddressKind): string {
  const url = URL.parse(text)
  if (!url || !protocols.test(url.protocol) || !/^[a-z]+:\/\//i.test(text) || /@/.test(url.pathname + url.hash))
    throw new ConfigError(
      `${name} is not valid. Write it like ${example}; special characters in the password must be percent-encoded, such as %2F for /.`,
    )
  return text
}

function readLogFilter(text: string): string {
  const unknown = unknownInFilter(text)
  if (unknown === null) return text
  throw new ConfigError(
    `LOG contains an unknown part or level: ${unknown}. Write it like chat,socket=debug, or off. ` +
      `Parts: ${subsystems.join(', ')}, * for all others. Levels: ${logLevels.join(', ')}.`,
  )
}

function readCollector(text: string): string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash)
    throw new ConfigError('OTEL_EXPORTER_OTLP_ENDPOINT is not the address of a collector. Write it like http://collector:4318.')
  return url.href.replace(/\/+$/, '')
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

function readMail(url: string | undefined, from: string | undefined, publicUrl: string | undefined): Config['mail'] {
  if (!url) return null
  if (!isMailServer(url))
    throw new ConfigError(
      'SMTP_URL is not an address of a mail server. Write it like smtps://user:password@mail.example; special characters in user and ' +
        'password must be percent-encoded, such as %2F for /. Nothing may follow host and port except ?requireTLS=false.',
    )
  const sender = from ?? `${PRODUCT_NAME} <no-reply@${publicUrl ? new URL(publicUrl).hostname : 'localhost'}>`
  if (!/^(?:[^<>\r\n]+ )?<?[^\s<>@]+@[^\s<>@]+>?$/.test(sender))
    throw new ConfigError(`MAIL_FROM is not a sender: ${sender}. Write it like ${PRODUCT_NAME} <hello@wavelength.example>.`)
  return { url, from: sender }
}

function isMailServer(text: string): boolean {
  const url = URL.parse(text)
  if (!url?.hostname || !/^smtps?:$/.test(url.protocol) || url.port === '0' || (url.password && !url.username)) return false
  if (!/^\/?$/.test(url.pathname) || !/^(\?requireTLS=(true|false))?$/.test(url.search) || url.hash) return false
  try {
    decodeURIComponent(`${url.username}:${url.password}`)
    return true
  } catch {
    return false
  }
}

function readSource(name: string, id: string | undefined, secret: string | undefined, mayShare: 'yes' | 'no'): SourceSettings | null {
  if (!id && secret) throw new ConfigError(`${name}_CLIENT_SECRET is set but ${name}_CLIENT_ID is not.`)
  return id ? { clientId: id, clientSecret: secret ?? null, mayShare: mayShare === 'yes' } : null
}

function readIssuers(it: Settings): FederatedIssuer[] {
  if (!it.GOOGLE_CLIENT_ID && it.GOOGLE_CLIENT_SECRET) throw new ConfigError('GOOGLE_CLIENT_SECRET is set but GOOGLE_CLIENT_ID is not.')
  if (it.GOOGLE_CLIENT_ID && !it.GOOGLE_CLIENT_SECRET)
    throw new ConfigError('GOOGLE_CLIENT_ID needs GOOGLE_CLIENT_SECRET: Google knows web applications by both.')
  if (Boolean(it.OIDC_ISSUER) !== Boolean(it.OIDC_CLIENT_ID) || (it.OIDC_CLIENT_SECRET && !it.OIDC_CLIENT_ID))
    throw new ConfigError('OIDC_ISSUER and OIDC_CLIENT_ID belong together.')
  const google = { id: 'google', name: 'Google', issuer: 'https://accounts.google.com', prompt: 'select_account', signsOut: false } as const
  return [
    ...(it.GOOGLE_CLIENT_ID ? [{ ...google, clientId: it.GOOGLE_CLIENT_ID, clientSecret: it.GOOGLE_CLIENT_SECRET ?? null }] : []),
    ...(it.OIDC_ISSUER && it.OIDC_CLIENT_ID
      ? [
          {
            id: 'oidc',
            ...readIssuer(it.OIDC_ISSUER, it.OIDC_NAME),
            clientId: it.OIDC_CLIENT_ID,
            clientSecret: it.OIDC_CLIENT_SECRET ?? null,
            prompt: it.OIDC_PROMPT ?? null,
            signsOut: it.OIDC_LOGOUT === 'yes',
          },
        ]
      : []),
  ]
}

/** The issuer is compared exactly with its discovery document, so it is not normalized. The message must not show it: it may have a password. */
function readIssuer(issuer: string, name: string | undefined): { issuer: string; name: string } {
  const url = URL.parse(issuer)
  const isSecure = issuer.startsWith('https://') || /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]/.test(`${issuer}/`)
  if (!url || !isSecure || url.username || url.password || /[\s?#]/.test(issuer))
    throw new ConfigError(
      'OIDC_ISSUER is not the https address of an issuer. Write it like https://id.example, exactly as "issuer" in its discovery ' +
        'document, without a user, a query and a fragment. Only on localhost may it start with http://.',
    )
  return { issuer, name: name ?? url.hostname }
}

function readFirebase(it: Settings): FirebaseProject | null {
  const emulatorHost = readEmulatorHost(it)
  const { FIREBASE_PROJECT_ID: projectId, FIREBASE_METHODS: given } = it
  // The emulator knows no key and no domain, but the SDK wants both.
  const apiKey = it.FIREBASE_API_KEY ?? (emulatorHost ? 'emulator' : undefined)
  const authDomain = it.FIREBASE_AUTH_DOMAIN ?? (emulatorHost && projectId ? `${projectId}.firebaseapp.com` : undefined)
  if (!projectId && !it.FIREBASE_API_KEY && !it.FIREBASE_AUTH_DOMAIN && !given && !it.FIREBASE_SERVICE_ACCOUNT) return null
  if (!projectId || !apiKey || !authDomain)
    throw new ConfigError('Firebase needs all of FIREBASE_PROJECT_ID, FIREBASE_API_KEY and FIREBASE_AUTH_DOMAIN.')
  if (it.GOOGLE_CLIENT_ID || it.OIDC_ISSUER)
    throw new ConfigError('With Firebase, other providers are set up in its console. Leave out GOOGLE_CLIENT_ID and OIDC_ISSUER.')
  if (!/^[a-z][a-z0-9-]{3,62}$/.test(projectId)) throw new ConfigError(`FIREBASE_PROJECT_ID is not the id of a project: ${projectId}.`)
  // It goes into the content policy unchanged.
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(authDomain)) throw new ConfigError(`FIREBASE_AUTH_DOMAIN is not a bare host: ${authDomain}.`)
  const methods = z
    .array(z.enum(['password', 'email_link', 'google']))
    .safeParse((given ?? 'password').split(',').map((name) => name.trim()))
  if (!methods.success) throw new ConfigError('FIREBASE_METHODS takes password, email_link and google, separated by commas.')
  const serviceAccount = it.FIREBASE_SERVICE_ACCOUNT ? readServiceAccount(it.FIREBASE_SERVICE_ACCOUNT, projectId) : null
  return { projectId, apiKey, authDomain, methods: methods.data, serviceAccount, emulatorHost }
}

/** Anyone can make the emulator's tokens, so the emulator and all clients of this server must be on this machine. */
function readEmulatorHost({ FIREBASE_AUTH_EMULATOR_HOST: host, PUBLIC_URL }: Settings): string | null {
  if (!host) return null
  if (PUBLIC_URL)
    throw new ConfigError(
      'FIREBASE_AUTH_EMULATOR_HOST is rejected at a public address: the emulator’s tokens are unsigned, so anyone could sign in as anyone.',
    )
  // It goes into the content policy unchanged.
  if (!/^(127\.0\.0\.1|localhost|\[::1\]):\d{1,5}$/.test(host))
    throw new ConfigError(`FIREBASE_AUTH_EMULATOR_HOST is not an emulator on this machine: ${host}. Write it like 127.0.0.1:9099.`)
  return host
}

const serviceAccountFile = z.object({ project_id: z.string(), client_email: z.string(), private_key: z.string() })

function readServiceAccount(text: string, projectId: string): NonNullable<FirebaseProject['serviceAccount']> {
  try {
    const json = text.trimStart().startsWith('{') ? text : readFileSync(text, 'utf8')
    const { project_id: project, client_email: email, private_key: key } = serviceAccountFile.parse(JSON.parse(json))
    // Throws when it is not a private key.
    createPrivateKey(key)
    if (project === projectId) return { email, privateKey: key }
  } catch {
    throw new ConfigError('FIREBASE_SERVICE_ACCOUNT is neither the key of a service account as JSON nor the path of its file.')
  }
  throw new ConfigError('FIREBASE_SERVICE_ACCOUNT belongs to another project than FIREBASE_PROJECT_ID.')
}

function readAppLinks(fingerprints: string, team: string | undefined): AppLinks {
  const androidFingerprints = listed(fingerprints.toUpperCase())
  const wrong = androidFingerprints.find((it) => !/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/.test(it))
  if (wrong) throw new ConfigError(`ANDROID_FINGERPRINTS contains an invalid SHA-256 fingerprint: ${wrong}.`)
  return { androidFingerprints, iosTeamId: team ?? null }
}

const loopback = new Set(['127.0.0.1', '::1', 'localhost'])

/** With a public address and a loopback host, the proxy runs on this machine even if it is not named. */
function readProxies({ TRUSTED_PROXIES, PUBLIC_URL, HOST }: Settings): string[] {
  const named = listed(TRUSTED_PROXIES)
  try {
    proxyAddr.compile(named)
  } catch {
    throw new ConfigError('TRUSTED_PROXIES must be a list of addresses or networks, such as 10.0.0.1, 172.30.0.0/24.')
  }
  return named.length === 0 && PUBLIC_URL !== undefined && loopback.has(HOST) ? ['loopback'] : named
}

function rejectUnsafe(config: Config): void {
  if (config.lastfmSharedSecret !== null && config.lastfmApiKey === null)
    throw new ConfigError('LASTFM_SHARED_SECRET is set but LASTFM_API_KEY is not.')
  if (config.musicbrainz && config.operator === null)
    throw new ConfigError('MUSICBRAINZ=on needs OPERATOR_NAME and OPERATOR_CONTACT: MusicBrainz rejects applications without a contact.')
  if (config.secret !== null && config.secret.length < 32)
    throw new ConfigError('SECRET must have at least 32 characters. Leave it out to have one generated.')
  if (config.secret !== null && config.previousSecrets.includes(config.secret))
    throw new ConfigError('SECRET_PREVIOUS has the same value as SECRET.')
  if (!config.publicOrigin) {
    if (!loopback.has(config.host)) {
      throw new ConfigError(
        `HOST=${config.host} would open the server to the network without TLS. Set PUBLIC_URL=https://... and TRUSTED_PROXIES as well.`,
      )
    }
    return
  }
  if (config.adminToken !== null && config.adminToken.length < 32)
    throw new ConfigError('At a public address ADMIN_TOKEN must have at least 32 characters, such as from: openssl rand -base64 36')
  if (config.demo) throw new ConfigError('DEMO=on is rejected at a public address: its logins are public.')
  if (!loopback.has(config.host) && config.trustedProxies.length === 0) {
    throw new ConfigError('At a public address behind HOST other than loopback, TRUSTED_PROXIES must name the proxy that ends TLS.')
  }
  if (config.port === 0) throw new ConfigError('At a public address PORT must be a fixed port.')
}
