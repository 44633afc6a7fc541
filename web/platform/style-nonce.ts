/** The nonce of this page, which the server wrote into it; style elements without it are refused. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''
}

// Libraries that write style elements of their own (the scroll lock of dialogs) look for the nonce under this name.
Object.defineProperty(globalThis, '__webpack_nonce__', { get: styleNonce, configurable: true })
