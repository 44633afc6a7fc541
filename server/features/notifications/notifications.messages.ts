import type { AppLanguage } from '#contract/languages/languages.ts'
import type { NotificationKind } from '#contract/notifications.ts'
import { PRODUCT_NAME } from '#contract/base/product.ts'
import { createTranslator } from '#server/platform/i18n/translator.ts'

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
  message:
    '{others, plural, =0 {{count, plural, one {New message from {name}} other {# new messages from {name}}}} one {New messages from {name} and # other} other {New messages from {name} and # others}}',
  group_invited: '{name} invited you to a group',
  group_asked:
    '{others, plural, =0 {{name} wants to join your group} one {{name} and # other want to join your group} other {{name} and # others want to join your group}}',
  group_admitted: '{name} let you into a group',
  recap_ready: 'Your week is ready',
  blend_invited: '{name} invites you to a blend',
  blend_mixed: 'Your blend has a new mix',
  source_stopped: 'A connected account stopped syncing',
  moderation: 'News from the moderators of {product}',
} satisfies Record<NotificationKind, string>

/** Texts of the email summary and of push notifications. */
const english = {
  ...sentences,
  voice_message: 'Voice message, {time}',
  'digest.subject': '{count, plural, one {# update from {product}} other {# updates from {product}}}',
  'digest.more': '{count, plural, one {… and # more.} other {… and # more.}}',
  'digest.open': 'Open {product}',
  'digest.daily': 'You get this daily because you turned it on in your settings.',
  'digest.weekly': 'You get this weekly because you turned it on in your settings.',
}

const spanish: Record<keyof typeof english, string> = {
  request_asked: '{name} quiere conectar contigo',
  request_accepted: '{name} ha aceptado tu solicitud',
  moment_liked:
    '{others, plural, =0 {A {name} le gusta tu momento} one {A {name} y a # persona más les gusta tu momento} many {A {name} y a # de personas más les gusta tu momento} other {A {name} y a # personas más les gusta tu momento}}',
  moment_commented:
    '{others, plural, =0 {{name} ha comentado tu momento} one {{name} y # persona más han comentado tu momento} many {{name} y # de personas más han comentado tu momento} other {{name} y # personas más han comentado tu momento}}',
  moment_mentioned: '{name} te mencionó',
  moment_quoted: '{name} compartió tu momento',
  comment_replied:
    '{others, plural, =0 {{name} respondió a tu comentario} one {{name} y # persona más respondieron a tu comentario} many {{name} y # de personas más respondieron a tu comentario} other {{name} y # personas más respondieron a tu comentario}}',
  comment_liked:
    '{others, plural, =0 {A {name} le gusta tu comentario} one {A {name} y a # persona más les gusta tu comentario} many {A {name} y a # de personas más les gusta tu comentario} other {A {name} y a # personas más les gusta tu comentario}}',
  moment_posted:
    '{count, plural, one {{name} ha publicado un momento} many {{name} ha publicado # de momentos} other {{name} ha publicado # momentos}}',
  message_request: '{name} te ha enviado una solicitud de mensaje',
  message:
    '{others, plural, =0 {{count, plural, one {Nuevo mensaje de {name}} many {# de mensajes nuevos de {name}} other {# mensajes nuevos de {name}}}} one {Mensajes nuevos de {name} y # persona más} many {Mensajes nuevos de {name} y # de personas más} other {Mensajes nuevos de {name} y # personas más}}',
  voice_message: 'Mensaje de voz, {time}',
  group_invited: '{name} te ha invitado a un grupo',
  group_asked:
    '{others, plural, =0 {{name} quiere unirse a tu grupo} one {{name} y # persona más quieren unirse a tu grupo} many {{name} y # de personas más quieren unirse a tu grupo} other {{name} y # personas más quieren unirse a tu grupo}}',
  group_admitted: '{name} te dejó entrar en un grupo',
  recap_ready: 'Tu semana está lista',
  blend_invited: '{name} te invita a un blend',
  blend_mixed: 'Tu blend tiene una mezcla nueva',
  source_stopped: 'Una de tus cuentas conectadas ha dejado de sincronizarse',
  moderation: 'Novedades de la moderación de {product}',
  'digest.subject': '{count, plural, one {# novedad en {product}} many {# de novedades en {product}} other {# novedades en {product}}}',
  'digest.more': '{count, plural, one {… y # más.} many {… y # más.} other {… y # más.}}',
  'digest.open': 'Abrir {product}',
  'digest.daily': 'Recibes esto a diario porque lo pediste en tus ajustes.',
  'digest.weekly': 'Recibes esto cada semana porque lo pediste en tus ajustes.',
}

const german: Record<keyof typeof english, string> = {
  request_asked: '{name} möchte sich verbinden',
  request_accepted: '{name} hat deine Anfrage angenommen',
  moment_liked:
    '{others, plural, =0 {{name} gefällt dein Moment} one {{name} und # weiteren Person gefällt dein Moment} other {{name} und # weiteren gefällt dein Moment}}',
  moment_commented:
    '{others, plural, =0 {{name} hat deinen Moment kommentiert} one {{name} und # weitere Person haben deinen Moment kommentiert} other {{name} und # weitere haben deinen Moment kommentiert}}',
  moment_mentioned: '{name} hat dich erwähnt',
  moment_quoted: '{name} hat deinen Moment geteilt',
  comment_replied:
    '{others, plural, =0 {{name} hat auf deinen Kommentar geantwortet} one {{name} und # weitere Person haben auf deinen Kommentar geantwortet} other {{name} und # weitere haben auf deinen Kommentar geantwortet}}',
  comment_liked:
    '{others, plural, =0 {{name} gefällt dein Kommentar} one {{name} und # weiteren Person gefällt dein Kommentar} other {{name} und # weiteren gefällt dein Kommentar}}',
  moment_posted: '{count, plural, one {{name} hat einen Moment gepostet} other {{name} hat # Momente gepostet}}',
  message_request: '{name} hat dir eine Nachrichtenanfrage geschickt',
  message:
    '{others, plural, =0 {{count, plural, one {Neue Nachricht von {name}} other {# neue Nachrichten von {name}}}} one {Neue Nachrichten von {name} und # weiterer Person} other {Neue Nachrichten von {name} und # weiteren}}',
  voice_message: 'Sprachnachricht, {time}',
  group_invited: '{name} hat dich in eine Gruppe eingeladen',
  group_asked:
    '{others, plural, =0 {{name} möchte in deine Gruppe} one {{name} und # weitere Person möchten in deine Gruppe} other {{name} und # weitere möchten in deine Gruppe}}',
  group_admitted: '{name} hat dich in eine Gruppe aufgenommen',
  recap_ready: 'Deine Woche ist da',
  blend_invited: '{name} lädt dich zu einem Blend ein',
  blend_mixed: 'Dein Blend hat einen neuen Mix',
  source_stopped: 'Ein verbundenes Konto wird nicht mehr synchronisiert',
  moderation: 'Neues von der Moderation bei {product}',
  'digest.subject': '{count, plural, one {# Neuigkeit bei {product}} other {# Neuigkeiten bei {product}}}',
  'digest.more': '{count, plural, one {… und # weitere.} other {… und # weitere.}}',
  'digest.open': '{product} öffnen',
  'digest.daily': 'Du bekommst das täglich, weil du es in deinen Einstellungen so gewählt hast.',
  'digest.weekly': 'Du bekommst das wöchentlich, weil du es in deinen Einstellungen so gewählt hast.',
}

const arabic: Record<keyof typeof english, string> = {
  request_asked: '{name} يريد التواصل معك',
  request_accepted: 'قبل {name} طلبك',
  moment_liked:
    '{others, plural, =0 {أعجبت لحظتك {name}} zero {أعجبت لحظتك {name}} one {أعجبت لحظتك {name} وشخصًا آخر} two {أعجبت لحظتك {name} وشخصين آخرين} few {أعجبت لحظتك {name} و# آخرين} many {أعجبت لحظتك {name} و# آخرين} other {أعجبت لحظتك {name} و# آخرين}}',
  moment_commented:
    '{others, plural, =0 {علّق {name} على لحظتك} zero {علّق {name} على لحظتك} one {علّق {name} وشخص آخر على لحظتك} two {علّق {name} وشخصان آخران على لحظتك} few {علّق {name} و# آخرون على لحظتك} many {علّق {name} و# آخرون على لحظتك} other {علّق {name} و# آخرون على لحظتك}}',
  moment_mentioned: 'ذكرك {name}',
  moment_quoted: 'شارك {name} لحظتك',
  comment_replied:
    '{others, plural, =0 {ردّ {name} على تعليقك} zero {ردّ {name} على تعليقك} one {ردّ {name} وشخص آخر على تعليقك} two {ردّ {name} وشخصان آخران على تعليقك} few {ردّ {name} و# آخرون على تعليقك} many {ردّ {name} و# آخرون على تعليقك} other {ردّ {name} و# آخرون على تعليقك}}',
  comment_liked:
    '{others, plural, =0 {أعجب تعليقك {name}} zero {أعجب تعليقك {name}} one {أعجب تعليقك {name} وشخصًا آخر} two {أعجب تعليقك {name} وشخصين آخرين} few {أعجب تعليقك {name} و# آخرين} many {أعجب تعليقك {name} و# آخرين} other {أعجب تعليقك {name} و# آخرين}}',
  moment_posted:
    '{count, plural, zero {نشر {name} لحظات} one {نشر {name} لحظة} two {نشر {name} لحظتين} few {نشر {name} # لحظات} many {نشر {name} # لحظة} other {نشر {name} # لحظة}}',
  message_request: 'أرسل {name} إليك طلب مراسلة',
  message:
    '{others, plural, =0 {{count, plural, zero {لا رسائل جديدة من {name}} one {رسالة جديدة من {name}} two {رسالتان جديدتان من {name}} few {# رسائل جديدة من {name}} many {# رسالة جديدة من {name}} other {# رسالة جديدة من {name}}}} zero {رسائل جديدة من {name}} one {رسائل جديدة من {name} وشخص آخر} two {رسائل جديدة من {name} وشخصين آخرين} few {رسائل جديدة من {name} و# آخرين} many {رسائل جديدة من {name} و# آخرين} other {رسائل جديدة من {name} و# آخرين}}',
  voice_message: 'رسالة صوتية، {time}',
  group_invited: 'دعاك {name} إلى مجموعة',
  group_asked:
    '{others, plural, =0 {يريد {name} الانضمام إلى مجموعتك} zero {يريد {name} الانضمام إلى مجموعتك} one {يريد {name} وشخص آخر الانضمام إلى مجموعتك} two {يريد {name} وشخصان آخران الانضمام إلى مجموعتك} few {يريد {name} و# آخرون الانضمام إلى مجموعتك} many {يريد {name} و# آخرون الانضمام إلى مجموعتك} other {يريد {name} و# آخرون الانضمام إلى مجموعتك}}',
  group_admitted: 'أدخلك {name} إلى مجموعة',
  recap_ready: 'أسبوعك جاهز',
  blend_invited: 'يدعوك {name} إلى مزيج مشترك',
  blend_mixed: 'في مزيجك قائمة جديدة',
  source_stopped: 'توقفت مزامنة أحد حساباتك المتصلة',
  moderation: 'أخبار من مشرفي {product}',
  'digest.subject':
    '{count, plural, zero {لا جديد في {product}} one {خبر جديد في {product}} two {خبران جديدان في {product}} few {# أخبار جديدة في {product}} many {# خبرًا جديدًا في {product}} other {# خبر جديد في {product}}}',
  'digest.more':
    '{count, plural, zero {… ولا شيء غيرها.} one {… وخبر آخر.} two {… وخبران آخران.} few {… و# أخرى.} many {… و# أخرى.} other {… و# أخرى.}}',
  'digest.open': 'فتح {product}',
  'digest.daily': 'يصلك هذا يوميًا لأنك طلبته في إعداداتك.',
  'digest.weekly': 'يصلك هذا أسبوعيًا لأنك طلبته في إعداداتك.',
}

export const notificationMessages = { 'en-US': english, de: german, es: spanish, ar: arabic }

/** Translates digests, and push notifications for browsers without their own text. */
export const translateNotification = createTranslator(notificationMessages)

/** A group for one sentence: the latest person, the number of others, and the number of events. */
export type NotificationSummary = { kind: NotificationKind; name: string; others: number; count: number }

/** The newest message of a conversation. `voiceMs`: the length of a voice message, which has no text. */
export type NewestMessage = { text: string; voiceMs: number | null }

/** A message on a locked screen. */
export function messageText(language: AppLanguage, { text, voiceMs }: NewestMessage): string {
  if (voiceMs === null) return text
  const seconds = Math.max(1, Math.floor(voiceMs / 1_000))
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return translateNotification(language, 'voice_message', { time })
}

/** One sentence without text that users wrote. */
export function summaryText(language: AppLanguage, { kind, ...group }: NotificationSummary): string {
  return translateNotification(language, kind, { ...group, product: PRODUCT_NAME })
}
