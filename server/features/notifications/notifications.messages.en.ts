import type { NotificationKind } from '#contract/notifications.ts'

const sentences = {
  request_asked: '{name} would like to connect',
  request_accepted: '{name} accepted your request',
  moment_liked:
    '{others, plural, =0 {{name} likes your moment} one {{name} and # other like your moment} other {{name} and # others like your moment}}',
  moment_commented:
    '{others, plural, =0 {{name} commented on your moment} one {{name} and # other commented on your moment} other {{name} and # others commented on your moment}}',
  moment_mentioned: '{name} mentioned you',
  moment_quoted: '{name} shared your moment',
  comment_replied:
    '{others, plural, =0 {{name} replied to your comment} one {{name} and # other replied to your comment} other {{name} and # others replied to your comment}}',
  comment_liked:
    '{others, plural, =0 {{name} likes your comment} one {{name} and # other like your comment} other {{name} and # others like your comment}}',
  moment_posted: '{count, plural, one {{name} posted a moment} other {{name} posted # moments}}',
  message_request: '{name} sent you a message request',
  message: '{count, plural, one {New message from {name}} other {# new messages from {name}}}',
  group_asked:
    '{others, plural, =0 {{name} wants to join your group} one {{name} and # other want to join your group} other {{name} and # others want to join your group}}',
  group_admitted: '{name} let you into a group',
  recap_ready: 'Your week is ready',
  blend_invited: '{name} invites you to a blend',
  blend_mixed: 'Your blend has a new mix',
  moderation: 'News about your {product} account',
} satisfies Record<NotificationKind, string>

/** Texts of the email summary and of push notifications. */
export const english = {
  ...sentences,
  voice_message: 'Voice message, {time}',
  'digest.subject': '{count, plural, one {# update from {product}} other {# updates from {product}}}',
  'digest.more': '{count, plural, one {… and # more.} other {… and # more.}}',
  'digest.open': 'Open {product}',
  'digest.daily': 'You get this daily because you turned it on in your settings.',
  'digest.weekly': 'You get this weekly because you turned it on in your settings.',
}
