import { expect, test } from 'vitest'
import { callPattern } from '#contract/base/call.ts'
import { calls } from '#contract/calls.ts'
import { errorCodes } from '#contract/error-codes.ts'
import { contentMuteFrames } from '#contract/taste/content-mutes.ts'
import { tasteFrames } from '#contract/taste/taste.ts'
import { connectionFrames } from '#contract/connections.ts'
import { chatFrames } from '#contract/chat/chat.ts'
import { pollFrames } from '#contract/chat/polls.ts'
import { presenceFrames } from '#contract/chat/presence.ts'
import { notificationFrames } from '#contract/notifications.ts'
import { blendFrames } from '#contract/blends.ts'
import { importFrames } from '#contract/imports.ts'
import { platformFrames } from '#contract/socket.ts'
import { momentFrames } from '#contract/moments.ts'
import { togetherFrames } from '#contract/together.ts'

/* Pages of release 1.0.0 stay open while the servers are replaced, and for a while servers of both versions answer. */

const callsOfRelease = `
DELETE /app/auth/blocks/:uid
DELETE /app/auth/buddies/:uid
DELETE /app/auth/chats/:chatId/archive
DELETE /app/auth/chats/:chatId/mute
DELETE /app/auth/connection-requests/:uid
DELETE /app/auth/discover/:item_id/less
DELETE /app/auth/discover/:item_id/save
DELETE /app/auth/imports/:id
DELETE /app/auth/matches/:uid/dismiss
DELETE /app/auth/moments/:id
DELETE /app/auth/moments/:id/comments/:commentId
DELETE /app/auth/moments/:id/hide
DELETE /app/auth/moments/:id/like
DELETE /app/auth/mutes/:uid
DELETE /app/auth/push/subscriptions
DELETE /app/auth/session
DELETE /app/auth/sources/:source
DELETE /app/auth/uploads/:id
GET /app/auth/catalogue
GET /app/auth/chat-changes/:chatId
GET /app/auth/chat-messages/:chatId
GET /app/auth/chats
GET /app/auth/chats/:chatId
GET /app/auth/chats/unread
GET /app/auth/check-user-exist
GET /app/auth/connection-requests
GET /app/auth/connections/:uid
GET /app/auth/discover
GET /app/auth/discover-saved
GET /app/auth/imports
GET /app/auth/listening
GET /app/auth/matches
GET /app/auth/matches-dismissed
GET /app/auth/matches/:uid
GET /app/auth/messages
GET /app/auth/moderation
GET /app/auth/moderation/appeals
GET /app/auth/moderation/log
GET /app/auth/moderation/reports
GET /app/auth/moderation/reports/:id
GET /app/auth/moments
GET /app/auth/moments/:id
GET /app/auth/moments/:id/comments
GET /app/auth/moments/:id/likes
GET /app/auth/muted-and-blocked
GET /app/auth/notifications
GET /app/auth/notifications/unread
GET /app/auth/people
GET /app/auth/presence
GET /app/auth/profile/:uid
GET /app/auth/profile/:uid/buddies
GET /app/auth/profile/:uid/lists/:list
GET /app/auth/profile/:uid/spotify
GET /app/auth/profile/:uid/taste
GET /app/auth/profile/:uid/youtube
GET /app/auth/push/key
GET /app/auth/sessions
GET /app/auth/settings/language
GET /app/auth/settings/notifications
GET /app/auth/settings/players
GET /app/auth/settings/privacy
GET /app/auth/sources
GET /app/auth/suspension
GET /app/auth/user-names/:userName
GET /app/auth/youtube-channel-videos/:channelId
GET /app/auth/youtube-videos/:videoId
GET /app/public/example-match
GET /app/public/offer
POST /app/auth/account-setup
POST /app/auth/account/delete
POST /app/auth/account/export
POST /app/auth/blocks/:uid
POST /app/auth/chats/:chatId/accept
POST /app/auth/chats/:chatId/archive
POST /app/auth/chats/:chatId/decline
POST /app/auth/chats/:chatId/mute
POST /app/auth/chats/with/:uid
POST /app/auth/connection-requests/:uid
POST /app/auth/connection-requests/:uid/accept
POST /app/auth/connection-requests/:uid/decline
POST /app/auth/custom-token
POST /app/auth/discover/:item_id/less
POST /app/auth/discover/:item_id/save
POST /app/auth/imports
POST /app/auth/imports/:id/cancel
POST /app/auth/imports/:id/parts/:part
POST /app/auth/link-cards
POST /app/auth/matches/:uid/dismiss
POST /app/auth/moderation/appeals/:uid
POST /app/auth/moderation/reports/:id/decide
POST /app/auth/moments
POST /app/auth/moments/:id
POST /app/auth/moments/:id/comments
POST /app/auth/moments/:id/hide
POST /app/auth/moments/:id/like
POST /app/auth/mutes/:uid
POST /app/auth/notifications/read
POST /app/auth/print-picture
POST /app/auth/profile
POST /app/auth/push/subscriptions
POST /app/auth/reports
POST /app/auth/session
POST /app/auth/sessions/revoke
POST /app/auth/settings/language
POST /app/auth/settings/notifications
POST /app/auth/settings/players
POST /app/auth/settings/privacy
POST /app/auth/sources/:source/begin
POST /app/auth/sources/:source/consent
POST /app/auth/sources/:source/finish
POST /app/auth/sources/:source/link
POST /app/auth/sources/:source/sync
POST /app/auth/suspension/appeal
POST /app/auth/taste-picks
POST /app/auth/uploads
POST /app/public/digest/unsubscribe
`

const framesOfRelease = `
auth
auth_expiring
authenticated
chat_changed
chat_delivered
chat_moved
chat_read
connection_changed
connection_request_accepted
connection_request_rejected
connection_sent
deleteMessage
deliveredChat
editMessage
error
import_changed
is_typing
message_deleted
message_edited
message_reacted
message_stored
moment_changed
moment_comments
moment_gone
moment_likes
new_connection_added
new_connection_request
new_message
new_moment
notifications_changed
presence_changed
react
readChat
resume
resumed
sendMessage
source_changed
typing
`

/** Without the one of an expired attempt to connect a source: the page of the release says the same for a code that it doesn't know. */
const errorsOfRelease = `
account_closed account_in_use account_no_channel account_not_allowed already_requested blank_content cool_down forbidden
foreign_host import_archive import_broken import_empty import_encrypted import_failed import_foreign import_nested import_running
import_too_large internal invalid_credentials invalid_custom_token invalid_input link_email_mismatch link_invalid
link_other_device method_not_allowed name_private name_unknown not_connected not_found not_offered password_too_common
password_too_long password_too_short profile_required provider_unavailable quota_exceeded rate_limited recent_sign_in_required
request_text_only request_waiting requests_closed sign_up_rejected storage_full suspended token_too_old token_wrong too_large
too_many_strangers too_slow unauthenticated unavailable unknown_event unsupported_media user_mismatch user_name_taken wrong_state
`

const frames = {
  ...contentMuteFrames,
  ...tasteFrames,
  ...connectionFrames,
  ...chatFrames,
  ...pollFrames,
  ...presenceFrames,
  ...notificationFrames,
  ...blendFrames,
  ...importFrames,
  ...platformFrames,
  ...momentFrames,
  ...togetherFrames,
}

const linesOf = (text: string): string[] => text.trim().split('\n')

test('every call of release 1.0.0 keeps its address', () => {
  const now = new Set(Object.values(calls).map((call) => `${call.method} ${callPattern(call)}`))
  expect(linesOf(callsOfRelease).filter((call) => !now.has(call))).toEqual([])
})

test('every frame of release 1.0.0 keeps its event', () => {
  const now = new Set<string>(Object.values(frames).map(({ event }) => event))
  expect(linesOf(framesOfRelease).filter((event) => !now.has(event))).toEqual([])
})

test('every error of release 1.0.0 keeps its code', () => {
  const now = new Set<string>(errorCodes)
  expect(
    errorsOfRelease
      .trim()
      .split(/\s+/)
      .filter((code) => !now.has(code)),
  ).toEqual([])
})
