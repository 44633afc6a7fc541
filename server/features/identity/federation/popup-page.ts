import { type AppLanguage, directionOf } from '#contract/languages/languages.ts'
import { sayIdentity } from '../emails/messages.ts'

/** What the page of a sign-in window says to the page that opened it; `web/features/identity/provider/popup.ts` listens. */
export const POPUP_CHANNEL = 'wl.popup'

/**
 * Where a sign-in window ends. It tells the page that waits how it went, over a channel that works even when the issuer's
 * pages have cut the two windows apart, and closes itself where the browser lets it. It shows nothing that came with the
 * address.
 */
export const popupPage = (nonce: string, language: AppLanguage): string => `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light"><meta name="robots" content="noindex"><title>${sayIdentity(language, 'popup')}</title>
<style nonce="${nonce}">body{margin:0;display:grid;place-items:center;min-height:100vh;font:16px/1.5 Inter,system-ui,sans-serif;text-align:center}p{padding:1.5rem}</style>
<script src="/identity/done.js" defer></script></head>
<body><p>${sayIdentity(language, 'popup.1')}</p></body></html>`

/** A moment before the window closes: a message of a window that is gone at once may never arrive. */
const CLOSE_AFTER_MS = 300

export const popupScript = `const query = new URLSearchParams(location.search)
const channel = new BroadcastChannel('${POPUP_CHANNEL}')
channel.postMessage({ flow: query.get('flow'), error: query.get('error') })
history.replaceState(null, '', location.pathname)
setTimeout(() => window.close(), ${CLOSE_AFTER_MS})
`
