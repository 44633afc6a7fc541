import type { english } from './recaps.messages.en.ts'

export const german: Record<keyof typeof english, string> = {
  'recap.hours': '{hours, number} Std. {minutes, number} Min.',
  'recap.minutes': '{minutes, number} Min.',
  'recap.plays': '{count, plural, one {# Wiedergabe} other {# Wiedergaben}}',
  'recap.fresh': '{count, plural, one {# Künstler oder Kanal neu für mich} other {# Künstler und Kanäle neu für mich}}',
}
