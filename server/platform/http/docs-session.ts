import { createHmac, timingSafeEqual } from 'node:crypto'

/** The cookie of an operator who gave the admin token in the form at /docs. */
export const DOCS_COOKIE = 'wl_docs'
export const DOCS_SESSION_SECONDS = 8 * 3_600

/** A session that holds no part of the token and can't be made without it: its end and a signature of that. */
export function makeDocsSession(adminToken: string, nowMs: number): string {
  const end = Math.floor(nowMs / 1000) + DOCS_SESSION_SECONDS
  return `${end}.${sign(adminToken, end)}`
}

/** Whether the `Cookie` header has a session that was made with this token and has not ended. */
export function hasDocsSession(cookies: string | undefined, adminToken: string, nowMs: number): boolean {
  const [, end, signature] = new RegExp(`(?:^|; )${DOCS_COOKIE}=(\\d{1,12})\\.([\\w-]{43})(?:;|$)`).exec(cookies ?? '') ?? []
  if (!end || !signature || Number(end) * 1000 <= nowMs) return false
  return isSame(signature, sign(adminToken, Number(end)))
}

/** Compares without telling by the time it takes where they differ. */
export function isSame(given: string, wanted: string): boolean {
  const [one, other] = [given, wanted].map((text) => createHmac('sha256', 'compare').update(text).digest())
  return one !== undefined && other !== undefined && timingSafeEqual(one, other)
}

const sign = (adminToken: string, end: number) => createHmac('sha256', adminToken).update(`docs session until ${end}`).digest('base64url')

/** The form that asks for the token. */
export function docsSignInPage({ nonce, action, isWrong }: { nonce: string; action: string; isWrong: boolean }): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>Sign in to the API documentation</title>
<style nonce="${nonce}">
body{margin:0;background:#0b0c0f;color:#f2f3f5;font:16px/1.5 system-ui,sans-serif}
form{max-width:24rem;margin:15vh auto 0;padding:0 1rem;display:grid;gap:1rem}
h1{font-size:1.5rem;line-height:1.25;margin:0}
label{display:grid;gap:.25rem}
input,button{font:inherit;padding:.6rem .8rem;border-radius:8px;border:1px solid #6b7280;background:#15171c;color:inherit}
button{background:#f4d35e;color:#1b1700;border:0;font-weight:600;cursor:pointer}
input:focus-visible,button:focus-visible{outline:3px solid #7fd4ff;outline-offset:2px}
[role=alert]{margin:0;color:#ffb4a9}
</style></head>
<body><form method="post" action="${action}">
<h1>API documentation</h1>
${isWrong ? '<p role="alert">That is not the admin token of this installation.</p>' : ''}
<label>Admin token (ADMIN_TOKEN) <input name="token" type="password" required autocomplete="current-password" autofocus></label>
<button>Sign in</button>
</form></body></html>
`
}
