import type { ErrorCode } from './error-codes.ts'

export type { ErrorCode } from './error-codes.ts'

/**
 * All errors of the server with their HTTP status.
 * Users read the sentence when the client has no translation; it never names internals.
 */
export const errorCatalogue = {
  invalid_input: { status: 400, sentence: 'Something in what you sent is not right.' },
  unknown_event: { status: 400, sentence: 'unknown event' },
  blank_content: { status: 400, sentence: 'There is nothing in this message.' },
  unsupported_media: { status: 415, sentence: 'This kind of file is not supported.' },
  too_slow: { status: 408, sentence: 'This took too long to reach us. Please try again.' },
  too_large: { status: 413, sentence: 'This is larger than allowed.' },
  quota_exceeded: { status: 413, sentence: 'Your space for pictures is used up. Delete some to make room.' },
  unauthenticated: { status: 401, sentence: 'Please sign in.' },
  token_too_old: { status: 401, sentence: 'Please sign in again.' },
  recent_sign_in_required: { status: 403, sentence: 'For your security, sign in again to do this.' },
  invalid_credentials: { status: 401, sentence: 'The email or password is wrong.' },
  sign_up_rejected: {
    status: 400,
    sentence: 'We can’t create an account with these details. Log in, or use another email address.',
  },
  password_too_short: { status: 400, sentence: 'That password is too short.' },
  password_too_long: { status: 400, sentence: 'That password is too long.' },
  password_too_common: { status: 400, sentence: 'That password is one of the first that would be guessed. Choose another.' },
  link_invalid: { status: 410, sentence: 'This link is no longer valid. Ask for a new one.' },
  link_email_mismatch: { status: 409, sentence: 'This link was sent to a different email address.' },
  link_other_device: { status: 409, sentence: 'This link was asked for on another device.' },
  user_mismatch: { status: 409, sentence: 'That is a different account from the one you are signed in with.' },
  invalid_custom_token: { status: 410, sentence: 'This sign-in is no longer valid. Start again where you came from.' },
  not_offered: { status: 404, sentence: 'This is not set up on this server.' },
  profile_required: { status: 403, sentence: 'Set up your profile first.' },
  suspended: { status: 403, sentence: 'Your account is suspended.' },
  forbidden: { status: 403, sentence: 'You can’t do this.' },
  not_connected: { status: 403, sentence: 'You can do this once you are buddies.' },
  request_waiting: { status: 403, sentence: 'Your message is waiting to be accepted. You can write on after that.' },
  request_text_only: { status: 403, sentence: 'Until your request is accepted, you can send words only.' },
  too_many_strangers: { status: 429, sentence: 'You have written to many new people within an hour. Try again later.' },
  not_found: { status: 404, sentence: 'This isn’t here, or you can’t see it.' },
  method_not_allowed: { status: 405, sentence: 'This address does not take that kind of call.' },
  user_name_taken: { status: 409, sentence: 'This user name is taken.' },
  already_requested: { status: 409, sentence: 'There is a request already.' },
  wrong_state: { status: 409, sentence: 'This has changed in the meantime.' },
  requests_closed: { status: 403, sentence: 'This person does not take requests from everybody.' },
  cool_down: { status: 409, sentence: 'Give it some time before you ask again.' },
  authorisation_failed: { status: 400, sentence: 'The account could not be connected. Please try again.' },
  provider_unavailable: { status: 502, sentence: 'The other service does not answer right now.' },
  account_in_use: { status: 409, sentence: 'That account is connected to somebody else here.' },
  name_unknown: { status: 404, sentence: 'Nobody has that name there.' },
  name_private: { status: 409, sentence: 'That profile is not public there.' },
  token_wrong: { status: 400, sentence: 'That token does not belong to this name.' },
  import_running: { status: 409, sentence: 'Another file is being read. Wait for it or cancel it first.' },
  import_foreign: { status: 415, sentence: 'There is nothing in this file that we know how to read.' },
  import_broken: { status: 422, sentence: 'This file is damaged or incomplete. Download it again and try once more.' },
  import_nested: { status: 415, sentence: 'There is a zip inside of this zip. Unpack it once and bring the inner one.' },
  import_encrypted: { status: 415, sentence: 'This file asks for a password. Unpack it first.' },
  import_archive: { status: 415, sentence: 'We open zip files only. Unpack this one and bring what is inside.' },
  import_empty: { status: 422, sentence: 'This is the right kind of file, but there is nothing in it to read.' },
  import_too_large: { status: 413, sentence: 'There is more in this file than we can read.' },
  import_failed: { status: 500, sentence: 'This file could not be read. Please try again.' },
  foreign_host: { status: 421, sentence: 'This server does not answer for that address.' },
  rate_limited: { status: 429, sentence: 'That was a bit fast. Please wait a moment.' },
  storage_full: { status: 507, sentence: 'The server’s storage is full, so nothing can be saved right now. Please try again later.' },
  unavailable: { status: 503, sentence: 'We can’t do this right now. Please try again shortly.' },
  internal: { status: 500, sentence: 'Something went wrong on our side.' },
} as const satisfies Readonly<Record<ErrorCode, { status: number; sentence: string }>>

/** Problem details (RFC 9457) with our `code`, and the invalid fields of the input. */
export type Problem = {
  type: 'about:blank'
  title: string
  status: number
  code: ErrorCode
  request_id?: string
  errors?: { field: string; message: string }[]
}

/**
 * An expected error that the user is shown. Bugs are plain exceptions.
 * @example throw new AppError('not_connected', { from, to })
 */
export class AppError extends Error {
  readonly code: ErrorCode
  /** Context for the log; never sent to the client. */
  readonly context: Record<string, unknown>
  /** Invalid fields, sent to the client. */
  readonly fields: { field: string; message: string }[]

  constructor(code: ErrorCode, context: Record<string, unknown> = {}, fields: { field: string; message: string }[] = []) {
    super(errorCatalogue[code].sentence)
    this.name = 'AppError'
    this.code = code
    this.context = context
    this.fields = fields
  }

  get status(): number {
    return errorCatalogue[this.code].status
  }
}
