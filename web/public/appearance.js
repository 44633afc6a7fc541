// Before the first paint: theme, text size, motion, language (as contract/languages/languages.ts, a test compares) and its direction.
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
  const scheme = recall('color-scheme')
  if (scheme === 'light' || (scheme === 'auto' && matchMedia('(prefers-color-scheme: light)').matches)) page.dataset.mantineColorScheme = 'light'
  for (const [name, key] of [['text-size', 'textSize'], ['motion', 'motion']]) if (recall(name)) page.dataset[key] = recall(name)
  const written = page.lang
  const primary = (tag) => tag.toLowerCase().split('-')[0]
  for (const tag of [recall('language') || '', ...navigator.languages]) {
    const language = ['en-US', 'de', 'es', 'ar'].find((one) => primary(one) === primary(tag))
    if (!language) continue
    page.lang = language
    page.dir = language === 'ar' ? 'rtl' : 'ltr'
    break
  }
  // The landing page comes drawn for strangers who speak the language in which it was asked for (web/app/prerendered.ts).
  if (recall('session') !== null || page.lang !== written) page.dataset.prerendered = 'unfit'
})()
