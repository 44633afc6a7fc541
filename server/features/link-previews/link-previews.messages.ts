/* Titles and descriptions in the page heads, in every language. */
import { type Catalogues, createTranslator } from '#server/platform/i18n/translator.ts'

const english = {
  promise:
    'Find the people who hear what you hear. Connect your music and video accounts and meet the people who love the same deep cuts and channels.',
  login: 'Welcome back',
  'login.text': 'Log in to {product}.',
  sign_up: 'Find your people',
  'sign_up.text': 'Create a {product} account and find out who is on your wavelength.',
  sources: 'Your music and video accounts',
  'sources.text': 'Spotify, YouTube, ListenBrainz, Last.fm, and your export files. You decide who sees each of them.',
  shortcuts: 'Keyboard shortcuts',
  'shortcuts.text': 'Keyboard shortcuts for {product}.',
  privacy: 'Privacy policy',
  'privacy.text': 'What {product} stores, why, and how to download or delete it.',
  terms: 'Terms of service',
  'terms.text': 'What you can expect from {product}, and what it expects from you.',
  discover: 'Discover',
  'discover.text': 'Artists, tracks, channels and videos that people with similar taste love and you don’t have yet.',
  find: 'Find buddies',
  'find.text': 'People ranked by how well your taste matches theirs.',
  moments: 'Moments',
  'moments.text': 'What people on your wavelength share: a track, a video, a thought.',
  chat: 'Chat',
  'chat.text': 'Talk about it where it plays.',
  'person.text': 'See how well your taste matches {name}’s on {product}.',
  'person.picture': '{name}’s taste print',
  picture: '{product}: two taste prints mirrored on one axis',
  needs_script: '{product} needs JavaScript. Turn it on in your browser’s settings and reload this page.',
} as const

export type HeadMessage = keyof typeof english

const german: Record<HeadMessage, string> = {
  promise:
    'Finde die Leute, die hören, was du hörst. Verbinde deine Musik- und Videokonten und triff die, die dieselben versteckten Perlen und Kanäle lieben.',
  login: 'Willkommen zurück',
  'login.text': 'Melde dich bei {product} an.',
  sign_up: 'Finde deine Leute',
  'sign_up.text': 'Leg ein Konto bei {product} an und sieh, wer auf deiner Wellenlänge ist.',
  sources: 'Deine Musik- und Videokonten',
  'sources.text': 'Spotify, YouTube, ListenBrainz, Last.fm und deine Exportdateien. Du entscheidest, wer was davon sieht.',
  shortcuts: 'Tastenkürzel',
  'shortcuts.text': 'Tastenkürzel für {product}.',
  privacy: 'Datenschutzerklärung',
  'privacy.text': 'Was {product} speichert, warum, und wie du es herunterlädst oder löschst.',
  terms: 'Nutzungsbedingungen',
  'terms.text': 'Was du von {product} erwarten kannst und was es von dir erwartet.',
  discover: 'Entdecken',
  'discover.text': 'Künstler, Titel, Kanäle und Videos, die Leute mit deinem Geschmack lieben und die du noch nicht hast.',
  find: 'Buddys finden',
  'find.text': 'Leute, geordnet danach, wie gut euer Geschmack zusammenpasst.',
  moments: 'Momente',
  'moments.text': 'Was Leute auf deiner Wellenlänge teilen: einen Titel, ein Video, einen Gedanken.',
  chat: 'Chat',
  'chat.text': 'Redet da darüber, wo es läuft.',
  'person.text': 'Sieh auf {product}, wie gut dein Geschmack zu dem von {name} passt.',
  'person.picture': 'Der Geschmacksabdruck von {name}',
  picture: '{product}: zwei Geschmacksabdrücke, an einer Achse gespiegelt',
  needs_script: '{product} braucht JavaScript. Schalte es in den Einstellungen deines Browsers ein und lade diese Seite neu.',
}

const spanish: Record<HeadMessage, string> = {
  promise:
    'Encuentra a la gente que oye lo que tú oyes. Conecta tus cuentas de música y vídeo y conoce a quienes aman las mismas joyas ocultas y los mismos canales.',
  login: 'Hola de nuevo',
  'login.text': 'Inicia sesión en {product}.',
  sign_up: 'Encuentra a tu gente',
  'sign_up.text': 'Crea una cuenta en {product} y descubre quién está en tu onda.',
  sources: 'Tus cuentas de música y vídeo',
  'sources.text': 'Spotify, YouTube, ListenBrainz, Last.fm y tus archivos exportados. Tú decides quién ve cada cosa.',
  shortcuts: 'Atajos de teclado',
  'shortcuts.text': 'Atajos de teclado de {product}.',
  privacy: 'Política de privacidad',
  'privacy.text': 'Qué guarda {product}, por qué, y cómo descargarlo o borrarlo.',
  terms: 'Condiciones del servicio',
  'terms.text': 'Qué puedes esperar de {product} y qué espera de ti.',
  discover: 'Descubrir',
  'discover.text': 'Artistas, canciones, canales y vídeos que ama la gente con gustos como los tuyos y que aún no tienes.',
  find: 'Buscar gente',
  'find.text': 'Personas ordenadas por lo bien que encajan sus gustos con los tuyos.',
  moments: 'Momentos',
  'moments.text': 'Lo que comparte la gente en tu onda: una canción, un vídeo, una idea.',
  chat: 'Chat',
  'chat.text': 'Habla de ello donde suena.',
  'person.text': 'Mira en {product} cuánto coinciden tus gustos con los de {name}.',
  'person.picture': 'La huella de gustos de {name}',
  picture: '{product}: dos huellas de gustos reflejadas en un eje',
  needs_script: '{product} necesita JavaScript. Actívalo en los ajustes de tu navegador y vuelve a cargar esta página.',
}

const arabic: Record<HeadMessage, string> = {
  promise: 'اعثر على من يسمعون ما تسمعه. اربط حسابات الموسيقى والفيديو لديك والتقِ بمن يحبون الجواهر الخفية والقنوات نفسها.',
  login: 'مرحبًا بعودتك',
  'login.text': 'سجّل الدخول إلى {product}.',
  sign_up: 'اعثر على أناسك',
  'sign_up.text': 'أنشئ حسابًا في {product} واعرف من هم على موجتك.',
  sources: 'حسابات الموسيقى والفيديو لديك',
  'sources.text': 'Spotify وYouTube وListenBrainz وLast.fm وملفات التصدير لديك. أنت تقرر من يرى كلًّا منها.',
  shortcuts: 'اختصارات لوحة المفاتيح',
  'shortcuts.text': 'اختصارات لوحة المفاتيح في {product}.',
  privacy: 'سياسة الخصوصية',
  'privacy.text': 'ما يحتفظ به {product} ولماذا، وكيف تستعيده أو تحذفه.',
  terms: 'شروط الخدمة',
  'terms.text': 'ما يمكنك أن تتوقعه من {product} وما يتوقعه منك.',
  discover: 'اكتشف',
  'discover.text': 'فنانون ومقطوعات وقنوات وفيديوهات يحبها من ذوقهم قريب من ذوقك وليست لديك بعد.',
  find: 'ابحث عن رفاق',
  'find.text': 'أشخاص مرتّبون بحسب توافق ذوقهم مع ذوقك.',
  moments: 'اللحظات',
  'moments.text': 'ما يشاركه من هم على موجتك: مقطوعة أو فيديو أو فكرة.',
  chat: 'الدردشة',
  'chat.text': 'تحدثوا عنها حيث تُسمع.',
  'person.text': 'اعرف على {product} مدى توافق ذوقك مع ذوق {name}.',
  'person.picture': 'بصمة ذوق {name}',
  picture: '{product}: بصمتا ذوق متقابلتان على محور واحد',
  needs_script: 'يحتاج {product} إلى JavaScript. فعّله في إعدادات متصفحك ثم أعد تحميل هذه الصفحة.',
}

export const headMessages: Catalogues<HeadMessage> = { 'en-US': english, de: german, es: spanish, ar: arabic }

/** Translates the texts of page heads. */
export const translateHead = createTranslator(headMessages)
