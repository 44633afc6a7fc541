/** What mails about signing in say: `<letter>`, its paragraphs `<letter>.1` and on, its button `.act`, and smaller, below, `.note`. */
export const english = {
  lifetime: 'The link is good once, for {minutes} minutes.',
  not_you: 'If it was not you who asked, do nothing: without the link nothing happens.',

  sign_in_link: 'Your sign-in link for {product}',
  'sign_in_link.1': 'Somebody asked to sign in to {product} with this address. If it was you, go on here.',
  'sign_in_link.act': 'Sign in',

  finish_sign_up: 'Finish signing up for {product}',
  'finish_sign_up.1': 'Welcome to {product}. One step is left: say that this address is yours.',
  'finish_sign_up.act': 'Finish signing up',

  account_there: 'You already have an account at {product}',
  'account_there.1': 'Somebody tried to sign up for {product} with this address, which has an account already.',
  'account_there.2': 'If it was you, sign in instead. If you do not know the password any more, ask for a new one there.',
  'account_there.act': 'Go to sign-in',
  'account_there.note': 'If it was not you, there is nothing to do: nothing was changed.',

  reset_password: 'A new password for {product}',
  'reset_password.1': 'Somebody asked to set a new password for your account at {product}. If it was you, go on here.',
  'reset_password.act': 'Set a new password',

  verify_email: 'Is this address yours? {product} asks',
  'verify_email.1': 'Confirm that this is the address of your account at {product}.',
  'verify_email.act': 'Confirm the address',

  change_email: 'Confirm your new address for {product}',
  'change_email.1': 'Your account at {product} is to have this address from now on. If you asked for that, go on here.',
  'change_email.act': 'Use this address',

  address_in_use: 'Somebody wants to use this address at {product}',
  'address_in_use.1':
    'Somebody asked to give this address to their account at {product}. It belongs to another account already, so nothing was changed.',
  'address_in_use.note': 'If it was you, sign in with this address, or delete that account first.',

  email_change_asked: 'Your address at {product} is about to change',
  'email_change_asked.1':
    'Somebody who is signed in to your account at {product} asked to give it another address. Until that one is confirmed, this one holds.',
  'email_change_asked.2': 'If it was not you, change your password and end all other sign-ins in the settings now.',

  email_changed: 'Your address at {product} was changed',
  'email_changed.1': 'Your account at {product} has another address now; this one signs nobody in any more.',

  password_changed: 'Your password at {product} was changed',
  'password_changed.1': 'The password of your account at {product} was changed, and the other sign-ins of the account were ended.',
  'password_changed.2': 'If it was not you, set a new one now.',
  'password_changed.act': 'Go to sign-in',

  account_deleted: 'Your account at {product} was deleted',
  'account_deleted.1': 'Your account at {product} and everything in it was deleted, as you asked.',
  'account_deleted.2': 'In conversations, the other side sees "Deleted account" in your place; what you wrote is gone.',
  'account_deleted.3': 'If you had pictures here, nobody can see them any more. Removing the files from storage can take a little longer.',

  popup: 'Signing in',
  'popup.1': 'You can close this window and go on in the one before.',
} as const
