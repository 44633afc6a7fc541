/** Every limit a person can meet, once for both sides. Lengths are in UTF-16 code units, as `String.length` counts. */
export const limits = {
  /** `reservedMs`: how long nobody else gets the user name of a deleted account. */
  userName: { min: 3, max: 24, pattern: /^[a-z0-9_.]+$/, reservedMs: 90 * 24 * 3_600_000 },
  name: { min: 1, max: 60 },
  bio: { max: 300 },
  place: { max: 60 },
  message: { max: 4_000 },
  /** One emoji, which can be many code units long (families, flags). */
  emoji: { max: 40 },
  /** Chats that one `resume` frame can name. */
  resumedChats: { max: 400 },
  moment: { max: 2_000 },
  comment: { max: 1_000 },
  requestNote: { max: 200 },
  search: { min: 2, max: 64 },
  languages: { max: 8 },
  picks: { min: 1, max: 50 },
  /** The JSON body of a call that declares no `bodyBytes` of its own. */
  jsonBodyBytes: 256 * 1024,
  /** The file as it reaches the server; the web client compresses to 0.3 MB before it sends. */
  imageBytes: 8 * 1024 * 1024,
  imagePixels: 50_000_000,
  /** Pictures that one moment or message carries, and what is said about each for those who can't see it. */
  pictures: { max: 4 },
  pictureAlt: { max: 1_000 },
  /** Cards that are asked for at once. */
  linkCards: { max: 20 },
  minimumAge: 16,
  pageSize: { default: 20, max: 100 },
  chatPageSize: { default: 50, max: 200 },
  /** How long a conversation is muted, in seconds, unless it is muted for good. */
  muteSeconds: { min: 60, max: 366 * 86_400 },
} as const

/** Timings of the wire, in milliseconds. The first two are the owner's (spec, section 9). */
export const timings = {
  reconnectDelayMs: 5_000,
  noticeMs: 5_000,
  /** Added to the reconnect delay at random, so that a restart does not meet everybody at once. */
  reconnectJitterMs: 2_500,
  firstAuthFrameMs: 5_000,
  /**
   * Each side of a socket looks this often whether it heard anything since it last looked. If not, it asks for a sign of life and
   * gives the socket up after `heartbeatAnswerMs`: a half-open socket is noticed within 2 * 14 + 5 = 33 s.
   */
  heartbeatMs: 14_000,
  heartbeatAnswerMs: 5_000,
  /** How long a socket lives on after its token expired, waiting for a fresh `auth`. */
  tokenGraceMs: 60_000,
  /** The oldest token, by `iat`, that may start a file session. */
  sessionSyncMaxAgeMs: 5 * 60_000,
  /** The oldest sign-in that may delete or export the account, or change how it is signed in to. */
  recentSignInMs: 5 * 60_000,
  /** How long a link in a mail is good. */
  mailLinkMs: 15 * 60_000,
  customTokenMs: 60_000,
  exportLinkMs: 5 * 60_000,
} as const

/** Sizes of the socket, in bytes. */
export const socketLimits = {
  frameBytes: 64 * 1024,
  /** Unsent bytes after which a slow reader is closed with 4008 and catches up by sequence. */
  bufferedBytes: 1024 * 1024,
  framesPerSecond: 40,
} as const
