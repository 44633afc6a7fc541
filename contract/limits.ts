/** All limits that users can reach, for server and web. Lengths are UTF-16 code units, like `String.length`. */
export const limits = {
  /**
   * `reservedMs`: how long a user name stays reserved after its user changed it or deleted the account; until then, a changed name
   * redirects to its user. `changeMs`: the minimum time between two changes. `alternatives`: the number of free names that are suggested for a taken
   * one.
   */
  userName: {
    min: 3,
    max: 24,
    pattern: /^[a-z0-9_.]+$/,
    reservedMs: 90 * 24 * 3_600_000,
    changeMs: 30 * 24 * 3_600_000,
    alternatives: 3,
  },
  name: { min: 1, max: 60 },
  bio: { max: 300 },
  place: { max: 60 },
  message: { max: 4_000 },
  /** One emoji, which can be many code units long (families, flags). */
  emoji: { max: 40 },
  /** Messages that are starred, forwarded or copied at once, and conversations that a message is forwarded to at once. */
  selectedMessages: { max: 50 },
  forwardTargets: { max: 10 },
  /** Pinned messages of one conversation. */
  pins: { max: 20 },
  /** The number of chats in one `resume` frame. */
  resumedChats: { max: 400 },
  moment: { max: 2_000 },
  comment: { max: 1_000 },
  /** People who are notified of one text that mentions them. */
  mentions: { max: 10 },
  requestNote: { max: 200 },
  /** Muted words, artists and channels of one user, and the length of a word. */
  contentMutes: { words: 100, items: 500, word: 50 },
  search: { min: 2, max: 64 },
  /** Long enough for “artist - title” of most items. */
  shareSearch: { max: 200 },
  languages: { max: 8 },
  picks: { min: 1, max: 50 },
  /** The largest JSON body of calls without their own `bodyBytes`. */
  jsonBodyBytes: 256 * 1024,
  /** The file as uploaded; the web client compresses it to 0.3 MB first. */
  imageBytes: 8 * 1024 * 1024,
  imagePixels: 50_000_000,
  /** Pictures of one moment or message, and the alternative text of each. */
  pictures: { max: 4 },
  pictureAlt: { max: 1_000 },
  /** Voice messages: the longest recording, its file, one part of its upload, and the bars of its waveform with their highest level. */
  recording: { ms: 5 * 60_000, bytes: 6 * 1024 * 1024, partBytes: 256 * 1024, bars: 48, level: 31 },
  /** Link cards in one request. */
  linkCards: { max: 20 },
  /** Tracks and videos in one request for their lengths: as many as a queue has. */
  durations: { max: 200 },
  minimumAge: 16,
  /** `list`: the first page of a taste list, which fills the view. */
  pageSize: { default: 20, list: 24, max: 100 },
  chatPageSize: { default: 50, max: 200 },
  /** How long a conversation is muted, in seconds, unless it is muted for good. */
  muteSeconds: { min: 60, max: 366 * 86_400 },
  /** Folders of one user, items of one folder, and the lengths of names and notes. */
  folders: { max: 200, items: 500, name: 80, note: 500 },
  group: {
    members: 50,
    links: 10,
    events: 200,
    slowSeconds: 3_600,
    readOnlyHours: 30 * 24,
    requests: 100,
    reportedMessages: 5,
    linkHours: { min: 1, max: 30 * 24 },
    name: { min: 1, max: 60 },
    description: { max: 300 },
  },
  /** A queue is for at most this many members, those who wrote most lately. */
  safeQueue: { items: { min: 2, max: 40 }, minutes: { min: 5, max: 240 }, name: { min: 1, max: 60 }, members: 10 },
  poll: { question: { min: 1, max: 300 }, options: { min: 2, max: 10 }, option: { min: 1, max: 100 }, days: 366 },
  /** Shared sessions: the length of a title, the longest item, the queue, and the emoji that are stored. */
  together: { title: 300, positionMs: 24 * 3_600_000, queue: 50, marks: 300 },
  blend: { members: 10, title: 60, kept: 50 },
} as const

/** Timings in milliseconds. The specification sets the first two (section 9). */
export const timings = {
  reconnectDelayMs: 5_000,
  noticeMs: 5_000,
  /** Random part of the reconnect delay, so that not all clients reconnect at once after a restart. */
  reconnectJitterMs: 2_500,
  firstAuthFrameMs: 5_000,
  /**
   * Each side of a socket checks at this interval whether anything has arrived since the last check. If not, it sends a ping and
   * closes the socket after `pongTimeoutMs`: a half-open socket is detected within 2 * 14 + 5 = 33 s.
   */
  heartbeatMs: 14_000,
  pongTimeoutMs: 5_000,
  /** How long a socket stays open after its token expired, waiting for a new `auth` frame. */
  tokenGraceMs: 60_000,
  /** The maximum age of a token, by `iat`, that may start a file session. */
  sessionSyncMaxAgeMs: 5 * 60_000,
  /** The maximum age of a sign-in that may delete or export the account, or change its sign-in methods. */
  recentSignInMs: 5 * 60_000,
  /** How long a link in an email is valid. */
  mailLinkMs: 15 * 60_000,
  customTokenMs: 60_000,
  exportLinkMs: 5 * 60_000,
} as const

/** Socket limits in bytes. */
export const socketLimits = {
  frameBytes: 64 * 1024,
  /** Unsent bytes after which the socket of a slow client is closed with 4008. The client then catches up by sequence. */
  bufferedBytes: 1024 * 1024,
  framesPerSecond: 40,
} as const

/**
 * The latest year of birth of users who have surely reached the minimum age. Only the year is known, so this year's birthday may be to come;
 * a minimum of 0 admits everyone.
 */
export const latestBirthYear = (minimumAge: number, thisYear: number): number => thisYear - (minimumAge === 0 ? 0 : minimumAge + 1)
