import type { english } from './recaps.messages.en.ts'

export const german: Record<keyof typeof english, string> = {
  'recap.hours': '{hours, number} Std. {minutes, number} Min.',
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
  'recap.closer.one': '{name}: {before} → {now}',
  'recap.brought': 'Von deinen Buddies gebracht',
  'recap.brought.one': '{item}, von {name}',
  'recap.open': 'Deine Woche ansehen',
}
