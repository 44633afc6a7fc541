/** Texts of share pictures and of the email with a recap. */
export const english = {
  'recap.hours': '{hours, number} h {minutes, number} min',
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
  'recap.closer.one': '{name}: {before} → {now}',
  'recap.brought': 'Brought by your buddies',
  'recap.brought.one': '{item}, from {name}',
  'recap.open': 'See your week',
}
