/** Texts of share pictures and of the email with a recap. */
export const english = {
  'recap.hours': '{hours, number} h {minutes, number} min',
  'recap.minutes': '{minutes, number} min',
  'recap.plays': '{count, plural, one {# play} other {# plays}}',
  'recap.fresh': '{count, plural, one {# artist or channel new to me} other {# artists and channels new to me}}',
}
