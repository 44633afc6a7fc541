import type { english } from './messages.en.ts'

export const german: Record<keyof typeof english, string> = {
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
