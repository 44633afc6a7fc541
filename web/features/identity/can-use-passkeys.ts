/** Whether this browser can use passkeys here: they need a secure page and a domain, which 127.0.0.1 is not. */
export function canUsePasskeys({ isSecureContext, location, PublicKeyCredential }: Window & typeof globalThis = window): boolean {
  return isSecureContext && PublicKeyCredential !== undefined && !/^[\d.]+$|^\[/.test(location.hostname)
}
