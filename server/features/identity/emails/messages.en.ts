/** Texts of the sign-in emails: `<email>` is the subject, `<email>.1` and on its paragraphs, `.act` its button, `.note` the small print. */
export const english = {
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
