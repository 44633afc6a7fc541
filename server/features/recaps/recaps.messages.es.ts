import type { english } from './recaps.messages.en.ts'

export const spanish: Record<keyof typeof english, string> = {
  'recap.hours': '{hours, number} h {minutes, number} min',
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
  'recap.closer.one': '{name}: {before} → {now}',
  'recap.brought': 'Lo trajeron tus buddies',
  'recap.brought.one': '{item}, de {name}',
  'recap.open': 'Ver tu semana',
}
