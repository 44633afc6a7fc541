/** Whether this browser can use passkeys here: they need a secure page and a domain, so 127.0.0.1 has none and localhost has. */
export function canUsePasskeys({ isSecureContext, location, PublicKeyCredential }: Window & typeof globalThis = window): boolean {
  return isSecureContext && PublicKeyCredential !== undefined && !/^[\d.]+$|^\[/.test(location.hostname)
}
