import type { english } from './messages.en.ts'

export const spanish: Record<keyof typeof english, string> = {
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
  'account_deleted.3': 'Si tenías fotos aquí, ya nadie puede verlas. Borrar los archivos del almacenamiento puede tardar un poco más.',

  popup: 'Iniciando sesión',
  'popup.1': 'Puedes cerrar esta ventana y seguir en la anterior.',
}
