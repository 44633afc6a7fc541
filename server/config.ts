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

/** A configuration error: one sentence for the operator, or several, each on its own line. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/**
 * Reads and checks the settings. With `isServed` it is for a server, which at a public address must name its operator.
 * @throws ConfigError for values that make no sense and for combinations that would be unsafe, with all of them.
 */
export function readConfig(env: Record<string, string | undefined>, { isServed = false } = {}): Config {
  const { values, problems } = readSettings(env)
  const invalid = problems.flatMap(settingsIn)
  /** Reads a part. If it is wrong, the others are checked without it. */
  function read<Part>(part: () => Part, without: Part): Part {
    try {
      return part()
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      if (!namesOneOf(error.message, invalid)) problems.push(error.message)
      return without
    }
  }
  const { PUBLIC_URL: publicUrl } = values
  const publicOrigin = publicUrl === undefined ? null : read(() => readPublicUrl(publicUrl), publicUrl)
  const config: Config = {
    dataDir: values.DATA_DIR,
    host: values.HOST,
    port: values.PORT,
    publicOrigin,
    operator: read(() => readOperator(values.OPERATOR_NAME, values.OPERATOR_CONTACT), null),
    trustedProxies: read(() => readProxies(values), []),
    stopDelayMs: values.STOP_DELAY_SECONDS * 1_000,
    secret: values.SECRET ?? null,
    previousSecrets: listed(values.SECRET_PREVIOUS),
    adminToken: values.ADMIN_TOKEN ?? null,
    telemetryEndpoint: read(() => readCollector(values.OTEL_EXPORTER_OTLP_ENDPOINT), null),
    databaseUrl: read(() => (values.DATABASE_URL ? readAddress('DATABASE_URL', values.DATABASE_URL, databaseAddress) : null), null),
    bucket: read(() => readBucket(values), null),
    picturesMaxBytes: values.PICTURES_MB_PER_PERSON * 1024 * 1024,
    redisUrl: read(() => (values.REDIS_URL ? readAddress('REDIS_URL', values.REDIS_URL, redisAddress) : null), null),
    mail: read(() => readMail(values.SMTP_URL, values.MAIL_FROM, publicOrigin), null),
    spotify: read(() => readSource('SPOTIFY', values.SPOTIFY_CLIENT_ID, values.SPOTIFY_CLIENT_SECRET, values.SPOTIFY_MAY_SHARE), null),
    youtube: read(() => readSource('YOUTUBE', values.YOUTUBE_CLIENT_ID, values.YOUTUBE_CLIENT_SECRET, values.YOUTUBE_MAY_SHARE), null),
    together: { spotify: values.PUBLIC_URL === undefined || values.SPOTIFY_TOGETHER === 'yes', maxMembers: values.TOGETHER_MAX },
    youtubeApiKey: values.YOUTUBE_API_KEY ?? null,
    youtubeUnitsPerDay: values.YOUTUBE_UNITS_PER_DAY,
    lastfmApiKey: values.LASTFM_API_KEY ?? null,
    lastfmSharedSecret: values.LASTFM_SHARED_SECRET ?? null,
    musicbrainz: values.MUSICBRAINZ === 'on',
    importMaxBytes: values.IMPORT_MAX_MB * 1024 * 1024,
    issuers: [...read(() => readGoogle(values), []), ...read(() => readOidc(values), [])],
    firebase: read(() => readFirebase(values), null),
    appLinks: { androidFingerprints: read(() => readFingerprints(values.ANDROID_FINGERPRINTS), []), iosTeamId: values.IOS_TEAM_ID ?? null },
    minimumAge: values.MINIMUM_AGE,
    demo: values.DEMO ? values.DEMO === 'on' : values.PUBLIC_URL === undefined,
    log: {
      filter: read(() => readLogFilter(values.LOG), ''),
      pretty: values.LOG_FORMAT ? values.LOG_FORMAT === 'readable' : values.PUBLIC_URL === undefined,
    },
  }
  // What concerns a setting that is wrong already may only follow from that.
  const wrong = problems.flatMap(settingsIn)
  problems.push(...unsafeParts(config, isServed).filter((sentence) => !namesOneOf(sentence, wrong)))
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return config
}

/** The settings, with defaults for invalid ones, and a sentence about each of these. */
function readSettings(env: Record<string, string | undefined>): { values: Settings; problems: string[] } {
  const given = Object.fromEntries(settingNames.filter((name) => env[name]).map((name) => [name, env[name]]))
  const parsed = settings.safeParse(given)
  if (parsed.success) return { values: parsed.data, problems: [] }
  const invalid = new Map(parsed.error.issues.map(({ path, message }) => [String(path[0]), message]))
  return {
    values: settings.parse(Object.fromEntries(Object.entries(given).filter(([name]) => !invalid.has(name)))),
    problems: [...invalid].map(([name, message]) => `${name} is not valid: ${message}.`),
  }
}

const settingsIn = (sentence: string): string[] =>
  (sentence.match(/\b[A-Z][A-Z0-9_]+\b/g) ?? []).filter((name) => settingNames.includes(name))
const namesOneOf = (sentence: string, names: readonly string[]): boolean => settingsIn(sentence).some((name) => names.includes(name))

function readOperator(name: string | undefined, contact: string | undefined): Config['operator'] {
  if (!name && !contact) return null
  if (!name || !contact) throw new ConfigError('OPERATOR_NAME and OPERATOR_CONTACT belong together.')
  const isReachable = /^[^\s<>@]+@[^\s<>@]+$/.test(contact) || URL.parse(contact)?.protocol === 'https:'
  if (!isReachable) throw new ConfigError('OPERATOR_CONTACT must be an email address or an address that starts with https://.')
  return { name, contact }
}

function readBucket(values: Settings): BucketSettings | null {
  if (!values.S3_BUCKET) return null
  if (!values.S3_ACCESS_KEY_ID || !values.S3_SECRET_ACCESS_KEY)
    throw new ConfigError('S3_BUCKET needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.')
  return {
    bucket: values.S3_BUCKET,
    endpoint: values.S3_ENDPOINT ?? null,
    region: values.S3_REGION,
    accessKeyId: values.S3_ACCESS_KEY_ID,
    secretAccessKey: values.S3_SECRET_ACCESS_KEY,
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

function readCollector(text: string | undefined): string | null {
  if (!text) return null
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

function readMail(url: string | undefined, from: string | undefined, publicUrl: string | null): Config['mail'] {
  if (!url) return null
  if (!isMailServer(url))
    throw new ConfigError(
      'SMTP_URL is not an address of a mail server. Write it like smtps://user:password@mail.example; special characters in user and ' +
        'password must be percent-encoded, such as %2F for /. Nothing may follow host and port except ?requireTLS=false.',
    )
  const sender = from ?? `${PRODUCT_NAME} <no-reply@${publicUrl ? (URL.parse(publicUrl)?.hostname ?? '') : 'localhost'}>`
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

function readGoogle({ GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret }: Settings): FederatedIssuer[] {
  if (!clientId && clientSecret) throw new ConfigError('GOOGLE_CLIENT_SECRET is set but GOOGLE_CLIENT_ID is not.')
  if (!clientId) return []
  if (!clientSecret) throw new ConfigError('GOOGLE_CLIENT_ID needs GOOGLE_CLIENT_SECRET: Google identifies web applications by both.')
  const google = { id: 'google', name: 'Google', issuer: 'https://accounts.google.com', prompt: 'select_account', signsOut: false } as const
  return [{ ...google, clientId, clientSecret }]
}

function readOidc(values: Settings): FederatedIssuer[] {
  if (Boolean(values.OIDC_ISSUER) !== Boolean(values.OIDC_CLIENT_ID) || (values.OIDC_CLIENT_SECRET && !values.OIDC_CLIENT_ID))
    throw new ConfigError('OIDC_ISSUER and OIDC_CLIENT_ID belong together.')
  if (!values.OIDC_ISSUER || !values.OIDC_CLIENT_ID) return []
  return [
    {
      id: 'oidc',
      ...readIssuer(values.OIDC_ISSUER, values.OIDC_NAME),
      clientId: values.OIDC_CLIENT_ID,
      clientSecret: values.OIDC_CLIENT_SECRET ?? null,
      prompt: values.OIDC_PROMPT ?? null,
      signsOut: values.OIDC_LOGOUT === 'yes',
    },
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

function readFirebase(values: Settings): FirebaseProject | null {
  const emulatorHost = readEmulatorHost(values)
  const { FIREBASE_PROJECT_ID: projectId, FIREBASE_METHODS: given } = values
  // The emulator knows no key and no domain, but the SDK wants both.
  const apiKey = values.FIREBASE_API_KEY ?? (emulatorHost ? 'emulator' : undefined)
  const authDomain = values.FIREBASE_AUTH_DOMAIN ?? (emulatorHost && projectId ? `${projectId}.firebaseapp.com` : undefined)
  if (!projectId && !values.FIREBASE_API_KEY && !values.FIREBASE_AUTH_DOMAIN && !given && !values.FIREBASE_SERVICE_ACCOUNT) return null
  if (!projectId || !apiKey || !authDomain)
    throw new ConfigError('Firebase needs all of FIREBASE_PROJECT_ID, FIREBASE_API_KEY and FIREBASE_AUTH_DOMAIN.')
  if (values.GOOGLE_CLIENT_ID || values.OIDC_ISSUER)
    throw new ConfigError('With Firebase, other providers are set up in its console. Leave out GOOGLE_CLIENT_ID and OIDC_ISSUER.')
  if (!/^[a-z][a-z0-9-]{3,62}$/.test(projectId)) throw new ConfigError(`FIREBASE_PROJECT_ID is not the id of a project: ${projectId}.`)
  // It goes into the content policy unchanged.
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(authDomain)) throw new ConfigError(`FIREBASE_AUTH_DOMAIN is not a bare host: ${authDomain}.`)
  const methods = z
    .array(z.enum(['password', 'email_link', 'google']))
    .safeParse((given ?? 'password').split(',').map((name) => name.trim()))
  if (!methods.success) throw new ConfigError('FIREBASE_METHODS accepts password, email_link and google, separated by commas.')
  const serviceAccount = values.FIREBASE_SERVICE_ACCOUNT ? readServiceAccount(values.FIREBASE_SERVICE_ACCOUNT, projectId) : null
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

function readFingerprints(text: string): string[] {
  const fingerprints = listed(text.toUpperCase())
  const wrong = fingerprints.find((fingerprint) => !/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/.test(fingerprint))
  if (wrong) throw new ConfigError(`ANDROID_FINGERPRINTS contains an invalid SHA-256 fingerprint: ${wrong}.`)
  return fingerprints
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

/** A sentence about each combination that would be unsafe or broken. The privacy policy of a server must name who stores the data. */
function unsafeParts(config: Config, isServed: boolean): string[] {
  const { publicOrigin, operator, host, secret } = config
  const isOpen = !loopback.has(host)
  const rules: [isBroken: boolean, sentence: string][] = [
    [config.lastfmSharedSecret !== null && config.lastfmApiKey === null, 'LASTFM_SHARED_SECRET is set but LASTFM_API_KEY is not.'],
    [
      config.musicbrainz && operator === null,
      'MUSICBRAINZ=on needs OPERATOR_NAME and OPERATOR_CONTACT: MusicBrainz rejects applications without a contact.',
    ],
    [secret !== null && secret.length < 32, 'SECRET must have at least 32 characters. Leave it out to have one generated.'],
    [secret !== null && config.previousSecrets.includes(secret), 'SECRET_PREVIOUS has the same value as SECRET.'],
  ]
  const inPublic: typeof rules = [
    [
      isServed && operator === null,
      'At a public address OPERATOR_NAME and OPERATOR_CONTACT must say who runs it: the privacy policy names them.',
    ],
    [
      config.adminToken !== null && config.adminToken.length < 32,
      'At a public address ADMIN_TOKEN must have at least 32 characters, such as from: openssl rand -base64 36',
    ],
    [config.demo, 'DEMO=on is rejected at a public address: its logins are public.'],
    [
      isOpen && config.trustedProxies.length === 0,
      'At a public address behind HOST other than loopback, TRUSTED_PROXIES must name the proxy that ends TLS.',
    ],
    [config.port === 0, 'At a public address PORT must be a fixed port.'],
  ]
  const inPrivate: typeof rules = [
    [isOpen, `HOST=${host} would open the server to the network without TLS. Set PUBLIC_URL=https://... and TRUSTED_PROXIES as well.`],
  ]
  return [...rules, ...(publicOrigin === null ? inPrivate : inPublic)].flatMap(([isBroken, sentence]) => (isBroken ? [sentence] : []))
}
