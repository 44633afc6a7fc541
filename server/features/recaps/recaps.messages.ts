import type { AppLanguage } from '#contract/languages/languages.ts'
import type { Period } from '#contract/taste/periods.ts'
import type { RecapPlayed } from '#contract/taste/recaps.ts'
import { createTranslator } from '#server/platform/i18n/translator.ts'

/** Texts of share pictures and of the email with a recap. */
const english = {
  'recap.about': 'about {duration}',
  'recap.hours': '{hours, number} h {minutes, number} min',
  'recap.full-hours': '{hours, number} h',
  'recap.minutes': '{minutes, number} min',
  'recap.plays': '{count, plural, one {# play} other {# plays}}',
  'recap.fresh': '{count, plural, one {# artist or channel new to me} other {# artists and channels new to me}}',
  'recap.title': 'Your week, {span}',
  'recap.played': 'You played',
  'recap.compared': '{plays} in the week before',
  'recap.tops': 'Played the most',
  'recap.item': '{name}: {plays}',
  'recap.new': 'New to you',
  'recap.closer': 'Closer to you',
  'recap.moved': 'Matches that changed',
  'recap.closer.one': '{name}: {before} → {now}',
  'recap.closer.by': '{name}: {before} → {now}, by {item}',
  'recap.brought': 'Brought by your buddies',
  'recap.brought.one': '{item}, from {name}',
  'recap.saved': '{count, number} saved',
  'recap.shared': '{count, number} shared',
  'recap.discovered': '{count, number} discovered',
  'recap.gave': 'Brought by you',
  'recap.gave.one': '{item}, to {name}',
  'recap.together': 'Played together',
  'recap.together.items': '{count, plural, one {# track or video} other {# tracks and videos}}',
  'recap.open': 'See your week',
  'match.names': '{one} and {two}',
  'match.buddy': 'a buddy',
  'match.met': 'We met at {met}. Now it’s {now}.',
  'match.since': '{before} in {month}. Now it’s {now}.',
}

const spanish: Record<keyof typeof english, string> = {
  'recap.about': 'aprox. {duration}',
  'recap.hours': '{hours, number} h {minutes, number} min',
  'recap.full-hours': '{hours, number} h',
  'recap.minutes': '{minutes, number} min',
  'recap.plays': '{count, plural, one {# reproducción} many {# de reproducciones} other {# reproducciones}}',
  'recap.fresh':
    '{count, plural, one {# artista o canal nuevo para mí} many {# de artistas y canales nuevos para mí} other {# artistas y canales nuevos para mí}}',
  'recap.title': 'Tu semana, {span}',
  'recap.played': 'Has reproducido',
  'recap.compared': '{plays} la semana anterior',
  'recap.tops': 'Lo más reproducido',
  'recap.item': '{name}: {plays}',
  'recap.new': 'Nuevo para ti',
  'recap.closer': 'Más cerca de ti',
  'recap.moved': 'Afinidades que han cambiado',
  'recap.closer.one': '{name}: {before} → {now}',
  'recap.closer.by': '{name}: {before} → {now}, por {item}',
  'recap.brought': 'Descubierto gracias a tus colegas',
  'recap.brought.one': '{item}, de {name}',
  'recap.saved': '{count, plural, one {# guardado} many {# de guardados} other {# guardados}}',
  'recap.shared': '{count, plural, one {# compartido} many {# de compartidos} other {# compartidos}}',
  'recap.discovered': '{count, plural, one {# descubierto} many {# de descubiertos} other {# descubiertos}}',
  'recap.gave': 'Descubierto gracias a ti',
  'recap.gave.one': '{item}, para {name}',
  'recap.together': 'Reproducido juntos',
  'recap.together.items': '{count, plural, one {# canción o vídeo} many {# de canciones y vídeos} other {# canciones y vídeos}}',
  'recap.open': 'Ver tu semana',
  'match.names': '{one} y {two}',
  'match.buddy': 'un colega',
  'match.met': 'Empezamos con {met}. Ahora, {now}.',
  'match.since': '{before} en {month}. Ahora, {now}.',
}

const german: Record<keyof typeof english, string> = {
  'recap.about': 'etwa {duration}',
  'recap.hours': '{hours, number} Std. {minutes, number} Min.',
  'recap.full-hours': '{hours, number} Std.',
  'recap.minutes': '{minutes, number} Min.',
  'recap.plays': '{count, plural, one {# Wiedergabe} other {# Wiedergaben}}',
  'recap.fresh': '{count, plural, one {# Künstler oder Kanal neu für mich} other {# Künstler und Kanäle neu für mich}}',
  'recap.title': 'Deine Woche, {span}',
  'recap.played': 'Du hast gespielt',
  'recap.compared': '{plays} in der Woche davor',
  'recap.tops': 'Am meisten gespielt',
  'recap.item': '{name}: {plays}',
  'recap.new': 'Neu für dich',
  'recap.closer': 'Dir näher',
  'recap.moved': 'Matches, die sich geändert haben',
  'recap.closer.one': '{name}: {before} → {now}',
  'recap.closer.by': '{name}: {before} → {now}, durch {item}',
  'recap.brought': 'Von deinen Buddys mitgebracht',
  'recap.brought.one': '{item}, von {name}',
  'recap.saved': '{count, number} gespeichert',
  'recap.shared': '{count, number} geteilt',
  'recap.discovered': '{count, number} entdeckt',
  'recap.gave': 'Von dir mitgebracht',
  'recap.gave.one': '{item}, für {name}',
  'recap.together': 'Zusammen gespielt',
  'recap.together.items': '{count, plural, one {# Titel oder Video} other {# Titel und Videos}}',
  'recap.open': 'Deine Woche ansehen',
  'match.names': '{one} und {two}',
  'match.buddy': 'ein Buddy',
  'match.met': 'Am Anfang {met}. Jetzt {now}.',
  'match.since': '{before} im {month}. Jetzt {now}.',
}

const arabic: Record<keyof typeof english, string> = {
  'recap.about': 'نحو {duration}',
  'recap.hours': '{hours, number} س {minutes, number} د',
  'recap.full-hours': '{hours, number} س',
  'recap.minutes': '{minutes, number} د',
  'recap.plays': '{count, plural, zero {لا تشغيل} one {تشغيل واحد} two {تشغيلان} few {# تشغيلات} many {# تشغيلًا} other {# تشغيل}}',
  'recap.fresh':
    '{count, plural, zero {لا جديد عليّ} one {فنان أو قناة جديدة عليّ} two {اثنان جديدان عليّ} few {# فنانين وقنوات جديدة عليّ} many {# فنانًا وقناة جديدة عليّ} other {# فنان وقناة جديدة عليّ}}',
  'recap.title': 'أسبوعك، {span}',
  'recap.played': 'ما شغّلته',
  'recap.compared': '{plays} في الأسبوع السابق',
  'recap.tops': 'الأكثر تشغيلًا',
  'recap.item': '{name}: {plays}',
  'recap.new': 'جديد عليك',
  'recap.closer': 'أقرب إليك',
  'recap.moved': 'درجات توافق تغيّرت',
  'recap.closer.one': '{name}: من {before} إلى {now}',
  'recap.closer.by': '{name}: من {before} إلى {now}، بفضل {item}',
  'recap.brought': 'جلبه رفاقك',
  'recap.brought.one': '{item}، من {name}',
  'recap.saved': 'المحفوظ: {count, number}',
  'recap.shared': 'المُشارَك: {count, number}',
  'recap.discovered': 'المكتشَف: {count, number}',
  'recap.gave': 'جلبته أنت',
  'recap.gave.one': '{item}، إلى {name}',
  'recap.together': 'ما شغّلتموه معًا',
  'recap.together.items': '{count, plural, zero {لا شيء} one {مقطع واحد} two {مقطعان} few {# مقاطع} many {# مقطعًا} other {# مقطع}}',
  'recap.open': 'شاهد أسبوعك',
  'match.names': '{one} و{two}',
  'match.buddy': 'رفيق',
  'match.met': 'التقينا عند {met}. الآن {now}.',
  'match.since': '{before} في {month}. الآن {now}.',
}

export const recapMessages = { 'en-US': english, de: german, es: spanish, ar: arabic }

/** Translates the texts of share pictures and of the email about a recap. */
export const translateRecap = createTranslator(recapMessages)

/** "16 – 22 November 2026", "November 2026", or "2026". */
export function periodText(language: AppLanguage, { kind, from, to }: Period): string {
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
  if (kind === 'year') return format({ year: 'numeric' }).format(new Date(from))
  if (kind === 'month') return format({ month: 'long', year: 'numeric' }).format(new Date(from))
  return format({ day: 'numeric', month: 'long', year: 'numeric' }).formatRange(new Date(from), new Date(to))
}

const HOUR_MS = 3_600_000
/** From here on, nobody estimates by the minute. */
const ROUGH_MS = 10 * HOUR_MS

/** The amount of plays: as time if it is known, otherwise as a count. */
export function totalText(language: AppLanguage, { music, video, length }: Pick<RecapPlayed, 'music' | 'video' | 'length'>): string {
  if (!length) return translateRecap(language, 'recap.plays', { count: music + video })
  const isRough = length.is_estimate && length.ms >= ROUGH_MS
  const all = isRough ? Math.round(length.ms / HOUR_MS) * 60 : Math.max(1, Math.round(length.ms / 60_000))
  const values = { hours: Math.floor(all / 60), minutes: all % 60 }
  const unit = all < 60 ? 'recap.minutes' : values.minutes === 0 ? 'recap.full-hours' : 'recap.hours'
  const duration = translateRecap(language, unit, values)
  return length.is_estimate ? translateRecap(language, 'recap.about', { duration }) : duration
}
