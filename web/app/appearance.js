// Runs before the first paint: the request for the session, theme, text size, motion, language (must match
// contract/languages/languages.ts, a test compares) and direction.
;(() => {
  const page = document.documentElement
  const recall = (name) => {
    try {
      return localStorage.getItem('wl.' + name)
    } catch {
      // Storage may be forbidden.
      return null
    }
  }
  // The app's code is still loading: web/app/start-identity.ts uses the answer.
  if (recall('session') !== null && recall('firebase') === null) {
    const path = location.search ? '' : location.pathname
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    const answer = fetch(`/identity/start?page=${encodeURIComponent(path)}&zone=${encodeURIComponent(zone)}`, {
      headers: { accept: 'application/json' },
    })
    answer.catch(() => undefined)
    window.wavelengthStart = { answer, askedAtMs: performance.now() }
  }
  const scheme = recall('color-scheme')
  if (scheme === 'light' || (scheme === 'auto' && matchMedia('(prefers-color-scheme: light)').matches))
    page.dataset.mantineColorScheme = 'light'
  for (const [name, key] of [
    ['text-size', 'textSize'],
    ['motion', 'motion'],
  ])
    if (recall(name)) page.dataset[key] = recall(name)
  const written = page.lang
  const primary = (tag) => tag.toLowerCase().split('-')[0]
  for (const tag of [recall('language') || '', ...navigator.languages]) {
    const language = ['en-US', 'de', 'es', 'ar'].find((one) => primary(one) === primary(tag))
    if (!language) continue
    page.lang = language
    page.dir = language === 'ar' ? 'rtl' : 'ltr'
    break
  }
  // The landing page is prerendered for signed-out visitors in the requested language (web/app/prerendered.ts).
  if (recall('session') !== null || page.lang !== written) page.dataset.prerendered = 'unfit'
})()
