import { createTranslator } from '#server/platform/i18n/translator.ts'

/** Texts of the sign-in emails: `<email>` is the subject, `<email>.1` and on its paragraphs, `.act` its button, `.note` the small print. */
const english = {
  lifetime: 'The link works once and expires in {minutes} minutes.',
  not_you: 'If you didn’t ask for this, you can ignore this email.',

  sign_in_link: 'Your sign-in link for {product}',
  'sign_in_link.1': 'Someone asked to sign in to {product} with this address. If it was you, continue here.',
  'sign_in_link.act': 'Sign in',

  finish_sign_up: 'Finish signing up for {product}',
  'finish_sign_up.1': 'Welcome to {product}. One step is left: confirm your address.',
  'finish_sign_up.act': 'Finish signing up',

  account_there: 'You already have an account at {product}',
  'account_there.1': 'Someone tried to sign up for {product} with this address, but it already has an account.',
  'account_there.2': 'If it was you, log in instead. If you’ve forgotten your password, you can set a new one there.',
  'account_there.act': 'Go to login',
  'account_there.note': 'If it wasn’t you, you can ignore this email. Nothing was changed.',

  reset_password: 'A new password for {product}',
  'reset_password.1': 'Someone asked to set a new password for your {product} account. If it was you, continue here.',
  'reset_password.act': 'Set a new password',

  verify_email: 'Confirm your address for {product}',
  'verify_email.1': 'Confirm that this is the email address of your {product} account.',
  'verify_email.act': 'Confirm the address',

  change_email: 'Confirm your new address for {product}',
  'change_email.1': 'You asked to use this address for your {product} account from now on. If that’s right, continue here.',
  'change_email.act': 'Use this address',

  address_in_use: 'Someone wants to use this address at {product}',
  'address_in_use.1':
    'Someone asked to use this address for their {product} account. It already belongs to another account, so nothing was changed.',
  'address_in_use.note': 'If it was you, log in with this address, or delete that account first.',

  email_change_asked: 'Your address at {product} is about to change',
  'email_change_asked.1':
    'Someone who is signed in to your {product} account asked to change its address. Until the new address is confirmed, this one stays.',
  'email_change_asked.2': 'If it wasn’t you, change your password and log out all other devices in your settings now.',

  email_changed: 'Your address at {product} was changed',
  'email_changed.1': 'Your {product} account has a new address now. You can no longer log in with this one.',

  password_changed: 'Your password at {product} was changed',
  'password_changed.1': 'The password of your {product} account was changed, and all other devices were logged out.',
  'password_changed.2': 'If it wasn’t you, set a new password now.',
  'password_changed.act': 'Go to login',

  not_you_secure: 'If it wasn’t you, change your password and log out all other devices in your settings now.',

  second_factor_on: 'Two-step sign-in is on for your {product} account',
  'second_factor_on.1': 'From now on, signing in to {product} also needs a code from your authenticator app.',

  second_factor_off: 'Two-step sign-in is off for your {product} account',
  'second_factor_off.1': 'Signing in to {product} no longer needs a code from your authenticator app.',

  recovery_code_used: 'A recovery code of your {product} account was used',
  'recovery_code_used.1': 'Someone signed in to your {product} account with the password and a recovery code.',
  'recovery_code_used.2': 'Recovery codes left: {left}. You can get new ones in your settings.',

  passkey_added: 'A passkey was added to your {product} account',
  'passkey_added.1': 'A new passkey can be used to log in to your {product} account.',

  passkey_removed: 'A passkey was removed from your {product} account',
  'passkey_removed.1': 'One of the passkeys of your {product} account can no longer be used to log in.',

  account_deleted: 'Your account at {product} was deleted',
  'account_deleted.1': 'Your {product} account and everything in it were deleted, as you asked.',
  'account_deleted.2': 'In conversations, others see “Deleted account” in your place. What you wrote is gone.',
  'account_deleted.3': 'If you had pictures here, nobody can see them anymore. Removing the files from storage can take a little longer.',

  popup: 'Signing in',
  'popup.1': 'You can close this window and continue in the previous one.',
} as const

const spanish: Record<keyof typeof english, string> = {
  lifetime: 'El enlace sirve una sola vez, durante {minutes} minutos.',
  not_you: 'Si no fuiste tú, puedes ignorar este correo.',

  sign_in_link: 'Tu enlace de inicio de sesión en {product}',
  'sign_in_link.1': 'Alguien ha pedido iniciar sesión en {product} con esta dirección. Si fuiste tú, continúa aquí.',
  'sign_in_link.act': 'Iniciar sesión',

  finish_sign_up: 'Termina tu registro en {product}',
  'finish_sign_up.1': 'Te damos la bienvenida a {product}. Queda un paso: confirma que esta dirección es tuya.',
  'finish_sign_up.act': 'Terminar el registro',

  account_there: 'Ya tienes una cuenta en {product}',
  'account_there.1': 'Alguien ha intentado registrarse en {product} con esta dirección, que ya tiene una cuenta.',
  'account_there.2': 'Si fuiste tú, inicia sesión. Si ya no recuerdas la contraseña, pide allí una nueva.',
  'account_there.act': 'Ir al inicio de sesión',
  'account_there.note': 'Si no fuiste tú, puedes ignorar este correo. No se ha cambiado nada.',

  reset_password: 'Una contraseña nueva para {product}',
  'reset_password.1': 'Alguien ha pedido una contraseña nueva para tu cuenta en {product}. Si fuiste tú, continúa aquí.',
  'reset_password.act': 'Crear una contraseña nueva',

  verify_email: 'Confirma tu dirección en {product}',
  'verify_email.1': 'Confirma que esta es la dirección de tu cuenta en {product}.',
  'verify_email.act': 'Confirmar la dirección',

  change_email: 'Confirma tu nueva dirección en {product}',
  'change_email.1': 'Has pedido usar esta dirección para tu cuenta en {product}. Si es así, continúa aquí.',
  'change_email.act': 'Usar esta dirección',

  address_in_use: 'Alguien quiere usar esta dirección en {product}',
  'address_in_use.1':
    'Alguien ha pedido poner esta dirección en su cuenta de {product}. Ya pertenece a otra cuenta, así que no se ha cambiado nada.',
  'address_in_use.note': 'Si fuiste tú, inicia sesión con esta dirección o elimina antes esa cuenta.',

  email_change_asked: 'Tu dirección en {product} está a punto de cambiar',
  'email_change_asked.1':
    'Alguien con la sesión iniciada en tu cuenta de {product} ha pedido ponerle otra dirección. Hasta que se confirme, vale esta.',
  'email_change_asked.2': 'Si no fuiste tú, cambia ya tu contraseña y cierra todas las demás sesiones en los ajustes.',

  email_changed: 'Tu dirección en {product} ha cambiado',
  'email_changed.1': 'Tu cuenta en {product} tiene ahora otra dirección; con esta ya nadie puede iniciar sesión.',

  password_changed: 'Tu contraseña en {product} ha cambiado',
  'password_changed.1': 'Se ha cambiado la contraseña de tu cuenta en {product} y se han cerrado sus demás sesiones.',
  'password_changed.2': 'Si no fuiste tú, crea ahora una nueva.',
  'password_changed.act': 'Ir al inicio de sesión',

  not_you_secure: 'Si no fuiste tú, cambia ahora tu contraseña y cierra las demás sesiones en los ajustes.',

  second_factor_on: 'La verificación en dos pasos de tu cuenta de {product} está activada',
  'second_factor_on.1':
    'A partir de ahora, para iniciar sesión en {product} también necesitas un código de tu aplicación de autenticación.',

  second_factor_off: 'La verificación en dos pasos de tu cuenta de {product} está desactivada',
  'second_factor_off.1': 'Para iniciar sesión en {product} ya no necesitas un código de tu aplicación de autenticación.',

  recovery_code_used: 'Se ha usado un código de recuperación de tu cuenta de {product}',
  'recovery_code_used.1': 'Alguien ha iniciado sesión en tu cuenta de {product} con la contraseña y un código de recuperación.',
  'recovery_code_used.2': 'Códigos de recuperación restantes: {left}. Puedes obtener otros nuevos en los ajustes.',

  passkey_added: 'Se ha añadido una clave de acceso a tu cuenta de {product}',
  'passkey_added.1': 'Una nueva clave de acceso puede iniciar sesión en tu cuenta de {product}.',

  passkey_removed: 'Se ha quitado una clave de acceso de tu cuenta de {product}',
  'passkey_removed.1': 'Una de las claves de acceso de tu cuenta de {product} ya no puede iniciar sesión.',

  account_deleted: 'Tu cuenta en {product} se ha eliminado',
  'account_deleted.1': 'Tu cuenta en {product} y todo lo que contenía se ha eliminado, como pediste.',
  'account_deleted.2': 'En las conversaciones, los demás ven «Cuenta eliminada» en tu lugar. Lo que escribiste ya no está.',
  'account_deleted.3': 'Si tenías imágenes aquí, ya nadie puede verlas. Borrar los archivos del almacenamiento puede tardar un poco más.',

  popup: 'Iniciando sesión',
  'popup.1': 'Puedes cerrar esta ventana y seguir en la anterior.',
}

const german: Record<keyof typeof english, string> = {
  lifetime: 'Der Link gilt einmal und {minutes} Minuten lang.',
  not_you: 'Wenn du das nicht warst, kannst du diese E-Mail ignorieren.',

  sign_in_link: 'Dein Anmeldelink für {product}',
  'sign_in_link.1': 'Jemand möchte sich mit dieser Adresse bei {product} anmelden. Wenn du das warst, geht es hier weiter.',
  'sign_in_link.act': 'Anmelden',

  finish_sign_up: 'Schließ deine Registrierung bei {product} ab',
  'finish_sign_up.1': 'Willkommen bei {product}. Ein Schritt fehlt noch: Bestätige deine Adresse.',
  'finish_sign_up.act': 'Registrierung abschließen',

  account_there: 'Du hast schon ein Konto bei {product}',
  'account_there.1': 'Jemand wollte sich mit dieser Adresse bei {product} registrieren. Zu ihr gibt es aber schon ein Konto.',
  'account_there.2': 'Wenn du das warst, melde dich einfach an. Wenn du das Passwort nicht mehr weißt, fordere dort ein neues an.',
  'account_there.act': 'Zur Anmeldung',
  'account_there.note': 'Wenn du das nicht warst, kannst du diese E-Mail ignorieren. Es wurde nichts geändert.',

  reset_password: 'Ein neues Passwort für {product}',
  'reset_password.1': 'Jemand möchte ein neues Passwort für dein Konto bei {product} setzen. Wenn du das warst, geht es hier weiter.',
  'reset_password.act': 'Neues Passwort setzen',

  verify_email: 'Bestätige deine Adresse für {product}',
  'verify_email.1': 'Bestätige, dass das die Adresse deines Kontos bei {product} ist.',
  'verify_email.act': 'Adresse bestätigen',

  change_email: 'Bestätige deine neue Adresse für {product}',
  'change_email.1': 'Du möchtest diese Adresse für dein Konto bei {product} verwenden. Wenn das stimmt, geht es hier weiter.',
  'change_email.act': 'Diese Adresse verwenden',

  address_in_use: 'Jemand möchte diese Adresse bei {product} verwenden',
  'address_in_use.1':
    'Jemand wollte diese Adresse dem eigenen Konto bei {product} geben. Sie gehört schon zu einem anderen Konto, deshalb wurde nichts geändert.',
  'address_in_use.note': 'Wenn du das warst, melde dich mit dieser Adresse an oder lösche zuerst jenes Konto.',

  email_change_asked: 'Deine Adresse bei {product} soll geändert werden',
  'email_change_asked.1':
    'Jemand, der bei deinem Konto bei {product} angemeldet ist, möchte ihm eine andere Adresse geben. Bis die neue bestätigt ist, gilt diese.',
  'email_change_asked.2': 'Wenn du das nicht warst, ändere jetzt dein Passwort und beende in den Einstellungen alle anderen Anmeldungen.',

  email_changed: 'Deine Adresse bei {product} wurde geändert',
  'email_changed.1': 'Dein Konto bei {product} hat jetzt eine neue Adresse. Mit dieser kannst du dich nicht mehr anmelden.',

  password_changed: 'Dein Passwort bei {product} wurde geändert',
  'password_changed.1': 'Das Passwort deines Kontos bei {product} wurde geändert, und die anderen Anmeldungen wurden beendet.',
  'password_changed.2': 'Wenn du das nicht warst, setze jetzt ein neues.',
  'password_changed.act': 'Zur Anmeldung',

  not_you_secure: 'Wenn du das nicht warst, ändere jetzt dein Passwort und beende in den Einstellungen alle anderen Anmeldungen.',

  second_factor_on: 'Die Anmeldung in zwei Schritten ist für dein Konto bei {product} an',
  'second_factor_on.1': 'Für die Anmeldung bei {product} brauchst du ab jetzt auch einen Code aus deiner Authenticator-App.',

  second_factor_off: 'Die Anmeldung in zwei Schritten ist für dein Konto bei {product} aus',
  'second_factor_off.1': 'Für die Anmeldung bei {product} brauchst du keinen Code aus deiner Authenticator-App mehr.',

  recovery_code_used: 'Ein Wiederherstellungscode deines Kontos bei {product} wurde verwendet',
  'recovery_code_used.1': 'Jemand hat sich mit dem Passwort und einem Wiederherstellungscode bei deinem Konto bei {product} angemeldet.',
  'recovery_code_used.2': 'Verbleibende Wiederherstellungscodes: {left}. Neue bekommst du in den Einstellungen.',

  passkey_added: 'Dein Konto bei {product} hat einen neuen Passkey',
  'passkey_added.1': 'Ein neuer Passkey kann sich bei deinem Konto bei {product} anmelden.',

  passkey_removed: 'Ein Passkey deines Kontos bei {product} wurde entfernt',
  'passkey_removed.1': 'Einer der Passkeys deines Kontos bei {product} kann sich nicht mehr anmelden.',

  account_deleted: 'Dein Konto bei {product} wurde gelöscht',
  'account_deleted.1': 'Dein Konto bei {product} und alles darin wurde gelöscht, wie du es wolltest.',
  'account_deleted.2': 'In Unterhaltungen sehen andere an deiner Stelle „Gelöschtes Konto“. Was du geschrieben hast, ist weg.',
  'account_deleted.3':
    'Falls du hier Bilder hattest, kann sie niemand mehr sehen. Bis die Dateien ganz gelöscht sind, kann es etwas dauern.',

  popup: 'Anmeldung',
  'popup.1': 'Du kannst dieses Fenster schließen und im vorigen weitermachen.',
}

const arabic: Record<keyof typeof english, string> = {
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

export type IdentityMessage = keyof typeof english
export const isIdentityMessage = (id: string): id is IdentityMessage => id in english

export const identityMessages = { 'en-US': english, de: german, es: spanish, ar: arabic }

/** Translates the emails about signing in, and the last page of a sign-in window. */
export const translateIdentity = createTranslator(identityMessages)
