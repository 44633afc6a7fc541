import type { FakeResponse } from './http.ts'
import type { Listener } from './listeners.ts'

/** The design and texts of a fake service's own pages. */
export type Brand = {
  service: string
  accent: string
  onAccent: string
  /** The requested permissions, as the consent page names them. */
  asks: readonly string[]
  /** The pattern of valid names; by default the pattern for listeners. */
  hint?: string
}

/** The allowed redirect targets of "Agree": browsers apply `form-action` to redirects too. */
type PageOptions = { brand: Brand; redirectOrigins: readonly string[] }

export const STYLE_PATH = '/style.css'

const escape = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** The login page. Each choice links to the same address with `login` added. */
export function loginPage(request: URLSearchParams, action: string, suggested: readonly Listener[], options: PageOptions): FakeResponse {
  const fields = hiddenInputs(request)
  const people = suggested
    .map(
      ({ login, displayName }) =>
        `<li><button name="login" value="${escape(login)}"><b>${escape(displayName)}</b><span>${escape(login)}</span></button></li>`,
    )
    .join('')
  return page(
    `Log in to ${options.brand.service}`,
    options,
    `
    <h1>Log in to continue</h1>
    <form action="${action}" method="get">${fields}
      <label for="login">Username</label>
      <input id="login" name="login" required maxlength="64" autocomplete="username" autocapitalize="none" spellcheck="false">
      <p class="hint">${escape(options.brand.hint ?? 'Any name works and gets a taste of its own. There is no password.')}</p>
      <button class="main">Log in</button>
    </form>
    <h2>Or be one of these</h2>
    <form action="${action}" method="get">${fields}<ul>${people}</ul></form>`,
  )
}

/** The page that asks whether `application` may read the account of `login`. */
export function consentPage(
  request: URLSearchParams,
  action: string,
  login: string,
  displayName: string,
  options: PageOptions,
): FakeResponse {
  const permissions = options.brand.asks.map((ask) => `<li>${escape(ask)}</li>`).join('')
  return page(
    `Agree to the access`,
    options,
    `
    <h1>An application wants to read your account</h1>
    <p>You are logged in as <b>${escape(displayName)}</b>${displayName === login ? '' : ` (${escape(login)})`}.</p>
    <p>It will be able to see:</p>
    <ul class="asks">${permissions}</ul>
    <p class="hint">It can change nothing. You can take this back at any time.</p>
    <form action="${action}" method="post">${hiddenInputs(request)}<input type="hidden" name="login" value="${escape(login)}">
      <button class="main" name="decision" value="agree">Agree</button>
      <button class="quiet" name="decision" value="cancel">Cancel</button>
    </form>`,
  )
}

export function errorPage(message: string, options: PageOptions): FakeResponse {
  return {
    ...page('Error', options, `<h1>${escape(message)}</h1><p>The application sent you here with a request that is not right.</p>`),
    status: 400,
  }
}

function hiddenInputs(request: URLSearchParams): string {
  return [...request]
    .filter(([name]) => name !== 'login' && name !== 'decision')
    .map(([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`)
    .join('')
}

function page(title: string, { brand, redirectOrigins }: PageOptions, main: string): FakeResponse {
  const body = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)} (fake service)</title><link rel="stylesheet" href="${STYLE_PATH}"></head>
<body><header><b>Fake ${escape(brand.service)}</b>, not the real service. Nothing leaves this computer.</header>
<main>${main}</main></body></html>`
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': `default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'; form-action 'self' ${redirectOrigins.map(anyPort).join(' ')}`,
    },
    body,
  }
}

/** A loopback origin registered without a port matches every port. */
const anyPort = (origin: string) => (/^http:\/\/(127\.0\.0\.1|\[::1\])$/.test(origin) ? `${origin}:*` : origin)

export function stylesheet({ accent, onAccent }: Brand): FakeResponse {
  const body = `
*{box-sizing:border-box}
body{margin:0;min-height:100vh;background:#0b0c0f;color:#f2f3f5;font:16px/1.5 Inter,system-ui,sans-serif}
header{background:#f4d35e;color:#1b1700;padding:.75rem 1rem;text-align:center}
main{max-width:26rem;margin:2.5rem auto;padding:2rem;background:#15171c;border:1px solid #272a31;border-radius:16px}
@media(max-width:30rem){main{margin:0;border:0;border-radius:0}}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 1.25rem}
h2{font-size:1rem;margin:2rem 0 .75rem;color:#c4c8d0}
label{display:block;font-weight:600;margin-bottom:.35rem}
input:not([type=hidden]){width:100%;padding:.7rem .9rem;border:1px solid #6b7280;border-radius:10px;background:#0b0c0f;color:inherit;font:inherit}
.hint{color:#aeb4bf;font-size:.875rem;margin:.5rem 0 1rem}
button{font:inherit;color:inherit;cursor:pointer}
button:focus-visible,input:focus-visible{outline:3px solid ${accent};outline-offset:2px}
.main,.quiet{display:block;width:100%;padding:.75rem 1rem;border-radius:999px;border:0;font-weight:700}
.main{background:${accent};color:${onAccent}}
.quiet{background:none;color:#f2f3f5;margin-top:.5rem;border:1px solid #6b7280}
ul{list-style:none;margin:0;padding:0;display:grid;gap:.5rem}
li button{display:flex;justify-content:space-between;gap:1rem;width:100%;padding:.65rem .9rem;border:1px solid #363a43;border-radius:10px;background:#1b1e24;text-align:left}
li button:hover{border-color:${accent}}
li span{color:#aeb4bf}
.asks{list-style:disc;padding-left:1.25rem}
`
  return { status: 200, headers: { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'no-store' }, body }
}
