import { createTranslator } from '#server/platform/i18n/translator.ts'

/** Texts of the emails about a suspension: `<email>` is the subject, `<email>.1` and on its paragraphs. */
const english = {
  suspended: 'Your account at {product} is suspended',
  'suspended.1': 'The moderators suspended your {product} account. Until the suspension ends, you can’t use it, and others can’t find you.',
  'suspended.2': 'Think this is a mistake? You can appeal once: log in, and write why. There you can also export your data.',
  lifted: 'Your account at {product} is no longer suspended',
  'lifted.1': 'The moderators lifted the suspension of your {product} account. You can use it again as before.',
  upheld: 'Your account at {product} stays suspended',
  'upheld.1': 'The moderators reviewed your appeal. Your {product} account stays suspended.',
  'upheld.2': 'You can still log in to export your data or delete the account.',
  reason: 'The moderators’ reason:',
  answer: 'The moderators’ answer:',
  log_in: 'Go to login',
} as const

const spanish: Record<keyof typeof english, string> = {
  suspended: 'Tu cuenta en {product} está suspendida',
  'suspended.1':
    'La moderación ha suspendido tu cuenta en {product}. Mientras dure la suspensión no puedes usarla y los demás no te encuentran.',
  'suspended.2': '¿Crees que es un error? Puedes apelar una vez: inicia sesión y explica por qué. Allí también puedes exportar tus datos.',
  lifted: 'Tu cuenta en {product} ya no está suspendida',
  'lifted.1': 'La moderación ha levantado la suspensión de tu cuenta en {product}. Puedes volver a usarla como antes.',
  upheld: 'Tu cuenta en {product} sigue suspendida',
  'upheld.1': 'La moderación ha revisado tu apelación. Tu cuenta en {product} sigue suspendida.',
  'upheld.2': 'Aún puedes iniciar sesión para exportar tus datos o eliminar la cuenta.',
  reason: 'Motivo de la moderación:',
  answer: 'Respuesta de la moderación:',
  log_in: 'Ir al inicio de sesión',
}

const german: Record<keyof typeof english, string> = {
  suspended: 'Dein Konto bei {product} ist gesperrt',
  'suspended.1':
    'Die Moderation hat dein Konto bei {product} gesperrt. Bis die Sperre endet, kannst du es nicht nutzen, und andere finden dich nicht.',
  'suspended.2':
    'Hältst du das für einen Fehler? Du kannst einmal Einspruch erheben: Melde dich an und schreib, warum. Dort kannst du auch deine Daten exportieren.',
  lifted: 'Dein Konto bei {product} ist nicht mehr gesperrt',
  'lifted.1': 'Die Moderation hat die Sperre deines Kontos bei {product} aufgehoben. Du kannst es wieder wie zuvor nutzen.',
  upheld: 'Dein Konto bei {product} bleibt gesperrt',
  'upheld.1': 'Die Moderation hat deinen Einspruch geprüft. Dein Konto bei {product} bleibt gesperrt.',
  'upheld.2': 'Du kannst dich weiterhin anmelden, um deine Daten zu exportieren oder das Konto zu löschen.',
  reason: 'Grund der Moderation:',
  answer: 'Antwort der Moderation:',
  log_in: 'Zur Anmeldung',
}

const arabic: Record<keyof typeof english, string> = {
  suspended: 'حسابك في {product} موقوف',
  'suspended.1': 'أوقف المشرفون حسابك في {product}. إلى أن ينتهي الإيقاف لا يمكنك استخدامه ولا يعثر عليك الآخرون.',
  'suspended.2': 'هل ترى أن هذا خطأ؟ يمكنك الاعتراض مرة واحدة: سجّل الدخول واكتب السبب. ويمكنك هناك أيضًا تصدير بياناتك.',
  lifted: 'لم يعد حسابك في {product} موقوفًا',
  'lifted.1': 'ألغى المشرفون إيقاف حسابك في {product}. يمكنك استخدامه من جديد كما كان.',
  upheld: 'يبقى حسابك في {product} موقوفًا',
  'upheld.1': 'راجع المشرفون اعتراضك. يبقى حسابك في {product} موقوفًا.',
  'upheld.2': 'ما زال بإمكانك تسجيل الدخول لتصدير بياناتك أو حذف الحساب.',
  reason: 'سبب المشرفين:',
  answer: 'ردّ المشرفين:',
  log_in: 'الذهاب إلى تسجيل الدخول',
}

export const moderationMessages = { 'en-US': english, de: german, es: spanish, ar: arabic }

/** Translates the emails about a suspension. */
export const translateModeration = createTranslator(moderationMessages)
