import type { english } from './notifications.messages.en.ts'

export const spanish: Record<keyof typeof english, string> = {
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
    '{count, plural, one {{name} ha publicado un momento} many {{name} ha publicado # momentos} other {{name} ha publicado # momentos}}',
  message_request: '{name} te ha enviado una solicitud de mensaje',
  message: '{count, plural, one {Nuevo mensaje de {name}} many {# de mensajes nuevos de {name}} other {# mensajes nuevos de {name}}}',
  voice_message: 'Mensaje de voz, {time}',
  group_asked:
    '{others, plural, =0 {{name} quiere unirse a tu grupo} one {{name} y # persona más quieren unirse a tu grupo} many {{name} y # de personas más quieren unirse a tu grupo} other {{name} y # personas más quieren unirse a tu grupo}}',
  group_admitted: '{name} te dejó entrar en un grupo',
  recap_ready: 'Tu semana está lista',
  blend_invited: '{name} te invita a un blend',
  blend_mixed: 'Tu blend tiene una mezcla nueva',
  moderation: 'Novedades sobre tu cuenta en {product}',
  'digest.subject': '{count, plural, one {# novedad en {product}} many {# de novedades en {product}} other {# novedades en {product}}}',
  'digest.more': '{count, plural, one {… y # más.} many {… y # más.} other {… y # más.}}',
  'digest.open': 'Abrir {product}',
  'digest.daily': 'Recibes esto a diario porque lo pediste en tus ajustes.',
  'digest.weekly': 'Recibes esto cada semana porque lo pediste en tus ajustes.',
}
