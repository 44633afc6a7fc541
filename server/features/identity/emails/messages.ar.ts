import type { english } from './messages.en.ts'

export const arabic: Record<keyof typeof english, string> = {
  lifetime: 'الرابط صالح مرة واحدة، لمدة {minutes} دقيقة.',
  not_you: 'إن لم تكن أنت من طلب ذلك فتجاهل هذه الرسالة.',

  sign_in_link: 'رابط دخولك إلى {product}',
  'sign_in_link.1': 'طلب أحدهم تسجيل الدخول إلى {product} بهذا العنوان. إن كنت أنت فتابع من هنا.',
  'sign_in_link.act': 'تسجيل الدخول',

  finish_sign_up: 'أتمّ تسجيلك في {product}',
  'finish_sign_up.1': 'مرحبًا بك في {product}. بقيت خطوة واحدة: أكّد أن هذا العنوان لك.',
  'finish_sign_up.act': 'إتمام التسجيل',

  account_there: 'لديك حساب في {product} بالفعل',
  'account_there.1': 'حاول أحدهم التسجيل في {product} بهذا العنوان، وله حساب بالفعل.',
  'account_there.2': 'إن كنت أنت فسجّل الدخول. وإن نسيت كلمة المرور فاطلب واحدة جديدة هناك.',
  'account_there.act': 'الذهاب إلى تسجيل الدخول',
  'account_there.note': 'إن لم تكن أنت فتجاهل هذه الرسالة. لم يتغيّر شيء.',

  reset_password: 'كلمة مرور جديدة لـ {product}',
  'reset_password.1': 'طلب أحدهم تعيين كلمة مرور جديدة لحسابك في {product}. إن كنت أنت فتابع من هنا.',
  'reset_password.act': 'تعيين كلمة مرور جديدة',

  verify_email: 'أكّد عنوانك في {product}',
  'verify_email.1': 'أكّد أن هذا عنوان حسابك في {product}.',
  'verify_email.act': 'تأكيد العنوان',

  change_email: 'أكّد عنوانك الجديد في {product}',
  'change_email.1': 'طلبت استخدام هذا العنوان لحسابك في {product}. إن كان ذلك صحيحًا فتابع من هنا.',
  'change_email.act': 'استخدام هذا العنوان',

  address_in_use: 'يريد أحدهم استخدام هذا العنوان في {product}',
  'address_in_use.1': 'طلب أحدهم جعل هذا العنوان لحسابه في {product}. وهو يخص حسابًا آخر بالفعل، لذا لم يتغيّر شيء.',
  'address_in_use.note': 'إن كنت أنت فسجّل الدخول بهذا العنوان، أو احذف ذلك الحساب أولًا.',

  email_change_asked: 'عنوانك في {product} على وشك التغيير',
  'email_change_asked.1': 'طلب شخص مسجّل الدخول إلى حسابك في {product} منحه عنوانًا آخر. وإلى أن يُؤكَّد ذلك يبقى هذا ساريًا.',
  'email_change_asked.2': 'إن لم تكن أنت فغيّر كلمة مرورك الآن وأنهِ كل الجلسات الأخرى من الإعدادات.',

  email_changed: 'تغيّر عنوانك في {product}',
  'email_changed.1': 'لحسابك في {product} عنوان آخر الآن؛ ولم يعد أحد يسجّل الدخول بهذا.',

  password_changed: 'تغيّرت كلمة مرورك في {product}',
  'password_changed.1': 'تغيّرت كلمة مرور حسابك في {product}، وأُنهيت الجلسات الأخرى للحساب.',
  'password_changed.2': 'إن لم تكن أنت فعيّن كلمة مرور جديدة الآن.',
  'password_changed.act': 'الذهاب إلى تسجيل الدخول',

  not_you_secure: 'إذا لم تكن أنت، فغيّر كلمة المرور الآن وسجّل الخروج من كل الأجهزة الأخرى في الإعدادات.',

  second_factor_on: 'تسجيل الدخول بخطوتين مفعّل لحسابك في {product}',
  'second_factor_on.1': 'من الآن يحتاج تسجيل الدخول إلى {product} أيضًا إلى رمز من تطبيق المصادقة لديك.',

  second_factor_off: 'تسجيل الدخول بخطوتين متوقف لحسابك في {product}',
  'second_factor_off.1': 'لم يعد تسجيل الدخول إلى {product} يحتاج إلى رمز من تطبيق المصادقة لديك.',

  recovery_code_used: 'استُخدم رمز استرداد لحسابك في {product}',
  'recovery_code_used.1': 'سجّل أحدهم الدخول إلى حسابك في {product} بكلمة المرور ورمز استرداد.',
  'recovery_code_used.2': 'رموز الاسترداد المتبقية: {left}. يمكنك الحصول على رموز جديدة في الإعدادات.',

  passkey_added: 'أُضيف مفتاح مرور إلى حسابك في {product}',
  'passkey_added.1': 'يمكن لمفتاح مرور جديد تسجيل الدخول إلى حسابك في {product}.',

  passkey_removed: 'أُزيل مفتاح مرور من حسابك في {product}',
  'passkey_removed.1': 'لم يعد بإمكان أحد مفاتيح المرور تسجيل الدخول إلى حسابك في {product}.',

  account_deleted: 'حُذف حسابك في {product}',
  'account_deleted.1': 'حُذف حسابك في {product} وكل ما فيه، كما طلبت.',
  'account_deleted.2': 'في المحادثات يرى الطرف الآخر «حساب محذوف» مكانك؛ وما كتبته لم يعد موجودًا.',
  'account_deleted.3': 'إن كانت لديك صور هنا فلن يراها أحد بعد الآن. وقد يستغرق حذف الملفات من التخزين وقتًا أطول قليلًا.',

  popup: 'تسجيل الدخول',
  'popup.1': 'يمكنك إغلاق هذه النافذة والمتابعة في النافذة السابقة.',
}
