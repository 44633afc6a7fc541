import type { ErrorCode } from './error-codes.ts'

export type { ErrorCode } from './error-codes.ts'

/**
 * All errors of the server with their HTTP status.
 * Users read the sentence when the client has no translation; it never names internals.
 */
export const errorCatalog = {
  invalid_input: { status: 400, sentence: 'Something you entered isn’t right.' },
  unknown_event: { status: 400, sentence: 'unknown event' },
  blank_content: { status: 400, sentence: 'Your message is empty.' },
  unsupported_media: { status: 415, sentence: 'This kind of file is not supported.' },
  too_slow: { status: 408, sentence: 'This took too long to reach us. Please try again.' },
  too_large: { status: 413, sentence: 'This is too large.' },
  quota_exceeded: { status: 413, sentence: 'Your picture storage is full. Delete some pictures to make room.' },
  unauthenticated: { status: 401, sentence: 'Please log in.' },
  token_too_old: { status: 401, sentence: 'Please log in again.' },
  recent_sign_in_required: { status: 403, sentence: 'For your security, log in again to do this.' },
  invalid_credentials: { status: 401, sentence: 'The email or password is wrong.' },
  sign_up_rejected: {
    status: 400,
    sentence: 'We can’t create an account with these details. Log in, or use another email address.',
  },
  password_too_short: { status: 400, sentence: 'That password is too short.' },
  password_too_long: { status: 400, sentence: 'That password is too long.' },
  password_too_common: { status: 400, sentence: 'That password is too common. Choose another.' },
  link_invalid: { status: 410, sentence: 'This link is no longer valid. Request a new one.' },
  link_email_mismatch: { status: 409, sentence: 'This link was sent to a different email address.' },
  link_other_device: { status: 409, sentence: 'This link was requested on another device.' },
  too_many_accounts: { status: 409, sentence: 'You can be logged in to 5 accounts in one browser. Log out of one first.' },
  user_mismatch: { status: 409, sentence: 'That’s a different account from the one you’re signed in to.' },
  invalid_custom_token: { status: 410, sentence: 'This sign-in is no longer valid. Start again where you came from.' },
  not_offered: { status: 404, sentence: 'This isn’t set up on this server.' },
  profile_required: { status: 403, sentence: 'Set up your profile first.' },
  suspended: { status: 403, sentence: 'Your account is suspended.' },
  terms_changed: { status: 403, sentence: 'Our terms of service have changed. Accept them first.' },
  forbidden: { status: 403, sentence: 'You can’t do this.' },
  not_connected: { status: 403, sentence: 'You can do this once you’re buddies.' },
  request_waiting: { status: 403, sentence: 'Your message is waiting to be accepted. You can write more after that.' },
  request_text_only: { status: 403, sentence: 'Until your request is accepted, you can only send text.' },
  group_full: { status: 409, sentence: 'This group is full.' },
  no_room: { status: 409, sentence: 'There’s no room for more. You can have 200 folders, with 500 items in each.' },
  approval_needed: { status: 403, sentence: 'An admin of this group lets new members in. Ask to join.' },
  read_only: { status: 403, sentence: 'New members of this group can only read for now.' },
  slow_mode: { status: 429, sentence: 'This group is in slow mode. Please wait before your next message.' },
  not_on_youtube: { status: 409, sentence: 'We didn’t find this track on YouTube, where shared sessions play here.' },
  too_many_strangers: { status: 429, sentence: 'You’ve written to many new people within an hour. Try again later.' },
  not_found: { status: 404, sentence: 'This doesn’t exist, or you can’t see it.' },
  method_not_allowed: { status: 405, sentence: 'This address doesn’t support that method.' },
  user_name_taken: { status: 409, sentence: 'This username is taken.' },
  user_name_too_soon: { status: 409, sentence: 'You can change your username once in 30 days.' },
  already_requested: { status: 409, sentence: 'There’s already a request.' },
  wrong_state: { status: 409, sentence: 'This has changed in the meantime.' },
  requests_closed: { status: 403, sentence: 'This person doesn’t accept requests from everyone.' },
  cool_down: { status: 409, sentence: 'Wait a while before you ask again.' },
  authorization_code_rejected: { status: 400, sentence: 'The service didn’t accept the authorization code.' },
  authorization_failed: { status: 400, sentence: 'The account could not be connected. Please try again.' },
  provider_unavailable: { status: 502, sentence: 'The other service isn’t responding right now.' },
  account_not_allowed: { status: 403, sentence: 'The other service doesn’t let this app read that account.' },
  account_no_channel: { status: 409, sentence: 'That account has no channel yet.' },
  account_closed: { status: 409, sentence: 'That account is closed or suspended.' },
  account_in_use: { status: 409, sentence: 'That account is already connected to another profile here.' },
  name_unknown: { status: 404, sentence: 'There’s no profile with that name.' },
  name_private: { status: 409, sentence: 'That profile isn’t public.' },
  token_wrong: { status: 400, sentence: 'That token doesn’t belong to this username.' },
  import_running: { status: 409, sentence: 'Another file is being imported. Wait for it or cancel it first.' },
  import_foreign: { status: 415, sentence: 'We can’t read this kind of file.' },
  import_broken: { status: 422, sentence: 'This file is damaged or incomplete. Download it again and try once more.' },
  import_nested: { status: 415, sentence: 'There’s a zip inside this zip. Unpack it and choose the inner one.' },
  import_encrypted: { status: 415, sentence: 'This file is password-protected. Unpack it first.' },
  import_archive: { status: 415, sentence: 'We can only open zip files. Unpack this one and choose the files inside.' },
  import_empty: { status: 422, sentence: 'This file is empty.' },
  import_nothing: { status: 422, sentence: 'There’s nothing in this file to import.' },
  import_too_large: { status: 413, sentence: 'This file contains more than we can import.' },
  import_failed: { status: 500, sentence: 'This file couldn’t be read. Please try again.' },
  foreign_host: { status: 421, sentence: 'This server doesn’t handle that address.' },
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
    super(errorCatalog[code].sentence)
    this.name = 'AppError'
    this.code = code
    this.context = context
    this.fields = fields
  }

  get status(): number {
    return errorCatalog[this.code].status
  }
}
