import type { english } from './recaps.messages.en.ts'

export const arabic: Record<keyof typeof english, string> = {
  'recap.hours': '{hours, number} س {minutes, number} د',
  'recap.minutes': '{minutes, number} د',
  'recap.plays': '{count, plural, zero {لا تشغيل} one {تشغيل واحد} two {تشغيلان} few {# مرات تشغيل} many {# مرة تشغيل} other {# مرة تشغيل}}',
  'recap.fresh':
    '{count, plural, zero {لا جديد عليّ} one {فنان أو قناة جديدة عليّ} two {اثنان جديدان عليّ} few {# فنانين وقنوات جديدة عليّ} many {# فنانًا وقناة جديدة عليّ} other {# فنان وقناة جديدة عليّ}}',
  'recap.title': 'أسبوعك، {span}',
  'recap.played': 'ما شغّلته',
  'recap.compared': '{plays} في الأسبوع السابق',
  'recap.tops': 'الأكثر تشغيلًا',
  'recap.item': '{name}: {plays}',
  'recap.new': 'جديد عليك',
  'recap.closer': 'أقرب إليك',
  'recap.closer.one': '{name}: من {before} إلى {now}',
  'recap.brought': 'جلبه أصدقاؤك',
  'recap.brought.one': '{item}، من {name}',
  'recap.open': 'شاهد أسبوعك',
}
