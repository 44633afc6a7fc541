/** The CSP nonce that the server wrote into this page; style elements without it are blocked. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''
}

// Libraries that create style elements (the scroll lock of dialogs) read the nonce from this name.
Object.defineProperty(globalThis, '__webpack_nonce__', { get: styleNonce, configurable: true })
