import * as z from 'zod/mini'

function wholeNumber(minimum: number, maximum: number) {
  const message = `it must be a whole number from ${minimum} to ${maximum}`
  return z.pipe(z.coerce.number(message), z.int(message).check(z.minimum(minimum, message), z.maximum(maximum, message)))
}

const oneOf = <const T extends readonly string[]>(...values: T) => z.enum(values, `it must be one of: ${values.join(', ')}`)

const textUpTo = (characters: number) => z.string().check(z.maxLength(characters, `it may have at most ${characters} characters`))

/**
 * Every setting, read once from the environment. `.env.example` lists them all with the same names (a test compares).
 * Nothing else in the server reads `process.env`.
 */
export const settings = z.object({
  /** The folder with all data of this installation. */
  DATA_DIR: z._default(z.string(), 'data'),
  /** The first port to try; taken ports are skipped unless PUBLIC_URL is set. */
  PORT: z._default(wholeNumber(0, 65_535), 8000),
  HOST: z._default(z.string(), '127.0.0.1'),
  /** `https://...` makes this a real installation: no demo, no fake services. */
  PUBLIC_URL: z.optional(z.string()),
  /** The operator in the privacy policy and the terms; required at a public address. */
  OPERATOR_NAME: z.optional(textUpTo(200)),
  /** The operator's contact: an email address, or an https address. */
  OPERATOR_CONTACT: z.optional(textUpTo(300)),
  /** Trusted addresses or networks for X-Forwarded-For, separated by commas. */
  TRUSTED_PROXIES: z._default(z.string(), ''),
  /** How long a stopping server answers while /readyz fails, so that a load balancer stops sending requests. */
  STOP_DELAY_SECONDS: z._default(wholeNumber(0, 300), 0),
  /** Signs and encrypts; generated into the data folder on first start if missing. At least 32 characters. */
  SECRET: z.optional(z.string()),
  /** Previous secrets, separated by commas. Data encrypted with them stays readable and is re-encrypted. */
  SECRET_PREVIOUS: z._default(z.string(), ''),
  /** Protects /metrics and /docs at a public address. */
  ADMIN_TOKEN: z.optional(z.string()),
  /** The OpenTelemetry collector for traces and metrics. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(z.string()),
  DATABASE_URL: z.optional(z.string()),
  /** Pictures go into this bucket instead of the data folder. */
  S3_BUCKET: z.optional(z.string()),
  /** The address of an S3 service; AWS by default. */
  S3_ENDPOINT: z.optional(z.string()),
  S3_REGION: z._default(z.string(), 'us-east-1'),
  S3_ACCESS_KEY_ID: z.optional(z.string()),
  S3_SECRET_ACCESS_KEY: z.optional(z.string()),
  /** The limit for one user's pictures, in megabytes. */
  PICTURES_MB_PER_PERSON: z._default(wholeNumber(1, 1_000_000), 500),
  REDIS_URL: z.optional(z.string()),
  /** `smtp://` or `smtps://`, with user and password where needed. */
  SMTP_URL: z.optional(z.string()),
  MAIL_FROM: z.optional(z.string()),
  SPOTIFY_CLIENT_ID: z.optional(z.string()),
  SPOTIFY_CLIENT_SECRET: z.optional(z.string()),
  /** The operator's confirmation that rows from the real API may be shown to others and count for matching. No by default. */
  SPOTIFY_MAY_SHARE: z._default(oneOf('yes', 'no'), 'no'),
  /** The operator's confirmation that shared sessions may use Spotify's player at a public address. */
  SPOTIFY_TOGETHER: z._default(oneOf('yes', 'no'), 'no'),
  /** How many users may be in one shared session. */
  TOGETHER_MAX: z._default(wholeNumber(2, 50), 10),
  YOUTUBE_CLIENT_ID: z.optional(z.string()),
  YOUTUBE_CLIENT_SECRET: z.optional(z.string()),
  YOUTUBE_MAY_SHARE: z._default(oneOf('yes', 'no'), 'no'),
  /** Reads public channels and videos without a user's account. */
  YOUTUBE_API_KEY: z.optional(z.string().check(z.regex(/^[\w-]{1,200}$/, 'it must be a key of letters, digits, _ and -'))),
  /** Units of the YouTube Data API that this installation may use per day, of all processes together. */
  YOUTUBE_UNITS_PER_DAY: z._default(wholeNumber(0, 1_000_000_000), 10_000),
  /** Public Last.fm profiles are read with this key. */
  LASTFM_API_KEY: z.optional(z.string()),
  /** Lets users verify their name at Last.fm by signing in there. */
  LASTFM_SHARED_SECRET: z.optional(z.string()),
  /** Looks up genres of artists without any at MusicBrainz; needs OPERATOR_CONTACT. */
  MUSICBRAINZ: z._default(oneOf('on', 'off'), 'off'),
  /** The largest import file, in megabytes. */
  IMPORT_MAX_MB: z._default(wholeNumber(1, 2_000), 500),
  /** Sign-in with Google, besides the built-in methods. */
  GOOGLE_CLIENT_ID: z.optional(z.string()),
  GOOGLE_CLIENT_SECRET: z.optional(z.string()),
  /** Sign-in with any OpenID Connect issuer that has a discovery document. */
  OIDC_ISSUER: z.optional(z.string()),
  OIDC_CLIENT_ID: z.optional(z.string()),
  OIDC_CLIENT_SECRET: z.optional(z.string()),
  OIDC_NAME: z.optional(z.string()),
  /** The `prompt` of each sign-in, such as `select_account` or `login`; none is sent without it. */
  OIDC_PROMPT: z.optional(oneOf('login', 'consent', 'select_account', 'login consent', 'select_account consent')),
  /** Whether signing out here continues at the issuer's sign-out page. */
  OIDC_LOGOUT: z._default(oneOf('yes', 'no'), 'no'),
  /** Firebase Authentication instead of the built-in provider. */
  FIREBASE_PROJECT_ID: z.optional(z.string()),
  FIREBASE_API_KEY: z.optional(z.string()),
  FIREBASE_AUTH_DOMAIN: z.optional(z.string()),
  /** The sign-in methods enabled in the Firebase console: password, email_link, google; separated by commas. */
  FIREBASE_METHODS: z.optional(z.string()),
  /** The key of a service account, as JSON or as the path of its file. Lets users sign in to the mobile app with their session. */
  FIREBASE_SERVICE_ACCOUNT: z.optional(z.string()),
  /** The Firebase Auth emulator, such as 127.0.0.1:9099. Its tokens are unsigned, so this is rejected at a public address. */
  FIREBASE_AUTH_EMULATOR_HOST: z.optional(z.string()),
  /** SHA-256 fingerprints of the certificates that the Android app is signed with, separated by commas. */
  ANDROID_FINGERPRINTS: z._default(z.string(), ''),
  /** The team of the Apple developer account that the iOS app belongs to. */
  IOS_TEAM_ID: z.optional(z.string().check(z.regex(/^[A-Z0-9]{10}$/, 'it must be the id of a team, 10 capital letters and digits'))),
  MINIMUM_AGE: z._default(wholeNumber(0, 99), 16),
  /** `on` fills a new data folder with the demo world and starts the fake services; rejected at a public address. */
  DEMO: z.optional(oneOf('on', 'off')),
  LOG: z._default(z.string(), ''),
  LOG_FORMAT: z.optional(oneOf('readable', 'json')),
})

export const settingNames = Object.keys(settings.shape)

export type Settings = z.output<typeof settings>
