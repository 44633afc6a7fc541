import type { english } from './notifications.messages.en.ts'

export const german: Record<keyof typeof english, string> = {
  request_asked: '{name} möchte sich verbinden',
  request_accepted: '{name} hat deine Anfrage angenommen',
  moment_liked:
    '{others, plural, =0 {{name} gefällt dein Moment} one {{name} und # anderen Person gefällt dein Moment} other {{name} und # anderen gefällt dein Moment}}',
  moment_commented:
    '{others, plural, =0 {{name} hat deinen Moment kommentiert} one {{name} und # andere Person haben deinen Moment kommentiert} other {{name} und # andere haben deinen Moment kommentiert}}',
  moment_mentioned: '{name} hat dich erwähnt',
  moment_quoted: '{name} hat deinen Moment geteilt',
  comment_replied:
    '{others, plural, =0 {{name} hat auf deinen Kommentar geantwortet} one {{name} und # weitere Person haben auf deinen Kommentar geantwortet} other {{name} und # weitere haben auf deinen Kommentar geantwortet}}',
  comment_liked:
    '{others, plural, =0 {{name} gefällt dein Kommentar} one {{name} und # weiteren Person gefällt dein Kommentar} other {{name} und # weiteren gefällt dein Kommentar}}',
  moment_posted: '{count, plural, one {{name} hat einen Moment gepostet} other {{name} hat # Momente gepostet}}',
  message_request: '{name} hat dir eine Nachrichtenanfrage geschickt',
  message: '{count, plural, one {Neue Nachricht von {name}} other {# neue Nachrichten von {name}}}',
  voice_message: 'Sprachnachricht, {time}',
  group_asked:
    '{others, plural, =0 {{name} möchte in deine Gruppe} one {{name} und # andere Person möchten in deine Gruppe} other {{name} und # andere möchten in deine Gruppe}}',
  group_admitted: '{name} hat dich in eine Gruppe aufgenommen',
  recap_ready: 'Deine Woche ist da',
  blend_invited: '{name} lädt dich zu einem Blend ein',
  blend_mixed: 'Dein Blend hat einen neuen Mix',
  moderation: 'Neues zu deinem Konto bei {product}',
  'digest.subject': '{count, plural, one {# Neuigkeit bei {product}} other {# Neuigkeiten bei {product}}}',
  'digest.more': '{count, plural, one {… und # weitere.} other {… und # weitere.}}',
  'digest.open': '{product} öffnen',
  'digest.daily': 'Du bekommst das täglich, weil du es in deinen Einstellungen so gewählt hast.',
  'digest.weekly': 'Du bekommst das wöchentlich, weil du es in deinen Einstellungen so gewählt hast.',
}
