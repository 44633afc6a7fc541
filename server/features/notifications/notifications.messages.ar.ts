import type { english } from './notifications.messages.en.ts'

export const arabic: Record<keyof typeof english, string> = {
  request_asked: '{name} يريد التواصل معك',
  request_accepted: 'قبل {name} طلبك',
  moment_liked:
    '{others, plural, =0 {أعجبت لحظتك {name}} zero {أعجبت لحظتك {name}} one {أعجبت لحظتك {name} وشخصًا آخر} two {أعجبت لحظتك {name} وشخصين آخرين} few {أعجبت لحظتك {name} و# آخرين} many {أعجبت لحظتك {name} و# آخرين} other {أعجبت لحظتك {name} و# آخرين}}',
  moment_commented:
    '{others, plural, =0 {علّق {name} على لحظتك} zero {علّق {name} على لحظتك} one {علّق {name} وشخص آخر على لحظتك} two {علّق {name} وشخصان آخران على لحظتك} few {علّق {name} و# آخرون على لحظتك} many {علّق {name} و# آخرون على لحظتك} other {علّق {name} و# آخرون على لحظتك}}',
  moment_mentioned: 'ذكرك {name}',
  moment_quoted: 'شارك {name} لحظتك',
  comment_replied:
    '{others, plural, =0 {ردّ {name} على تعليقك} zero {ردّ {name} على تعليقك} one {ردّ {name} وشخص آخر على تعليقك} two {ردّ {name} وشخصان آخران على تعليقك} few {ردّ {name} و# آخرون على تعليقك} many {ردّ {name} و# آخرين على تعليقك} other {ردّ {name} و# آخرين على تعليقك}}',
  comment_liked:
    '{others, plural, =0 {أعجب تعليقك {name}} zero {أعجب تعليقك {name}} one {أعجب تعليقك {name} وشخصًا آخر} two {أعجب تعليقك {name} وشخصين آخرين} few {أعجب تعليقك {name} و# آخرين} many {أعجب تعليقك {name} و# آخرين} other {أعجب تعليقك {name} و# آخرين}}',
  moment_posted:
    '{count, plural, zero {نشر {name} لحظات} one {نشر {name} لحظة} two {نشر {name} لحظتين} few {نشر {name} # لحظات} many {نشر {name} # لحظة} other {نشر {name} # لحظة}}',
  message_request: 'أرسل {name} إليك طلب مراسلة',
  message:
    '{count, plural, zero {لا رسائل جديدة من {name}} one {رسالة جديدة من {name}} two {رسالتان جديدتان من {name}} few {# رسائل جديدة من {name}} many {# رسالة جديدة من {name}} other {# رسالة جديدة من {name}}}',
  voice_message: 'رسالة صوتية، {time}',
  group_asked:
    '{others, plural, =0 {يريد {name} الانضمام إلى مجموعتك} zero {يريد {name} الانضمام إلى مجموعتك} one {يريد {name} وشخص آخر الانضمام إلى مجموعتك} two {يريد {name} وشخصان آخران الانضمام إلى مجموعتك} few {يريد {name} و# أشخاص آخرين الانضمام إلى مجموعتك} many {يريد {name} و# شخصًا آخر الانضمام إلى مجموعتك} other {يريد {name} و# شخص آخر الانضمام إلى مجموعتك}}',
  group_admitted: 'أدخلك {name} إلى مجموعة',
  recap_ready: 'أسبوعك جاهز',
  blend_invited: 'يدعوك {name} إلى مزيج مشترك',
  blend_mixed: 'في مزيجك قائمة جديدة',
  moderation: 'أخبار عن حسابك في {product}',
  'digest.subject':
    '{count, plural, zero {لا جديد في {product}} one {خبر جديد في {product}} two {خبران جديدان في {product}} few {# أخبار جديدة في {product}} many {# خبرًا جديدًا في {product}} other {# خبر جديد في {product}}}',
  'digest.more':
    '{count, plural, zero {… ولا شيء غيرها.} one {… وخبر آخر.} two {… وخبران آخران.} few {… و# أخرى.} many {… و# أخرى.} other {… و# أخرى.}}',
  'digest.open': 'فتح {product}',
  'digest.daily': 'يصلك هذا يوميًا لأنك طلبته في إعداداتك.',
  'digest.weekly': 'يصلك هذا أسبوعيًا لأنك طلبته في إعداداتك.',
}
