// Runs before the first paint, so that a light page is never dark first and a page in Arabic never runs the wrong way. The page
// says dark and English; this only changes it.
;(() => {
  const page = document.documentElement
  const recall = (name) => {
    try {
      return localStorage.getItem(`wl.${name}`)
    } catch {
      // Storage may be forbidden; then it stays as the page and the browser have it.
      return null
    }
  }
  const scheme = recall('color-scheme')
  if (scheme === 'light' || (scheme === 'auto' && matchMedia('(prefers-color-scheme: light)').matches)) {
    page.dataset.mantineColorScheme = 'light'
  }
  const size = recall('text-size')
  if (size) page.dataset.textSize = size
  if (recall('motion') === 'reduced') page.dataset.motion = 'reduced'

  // The same list as contract/languages.ts; a test compares them.
  const spoken = ['en-US', 'de', 'es', 'ar']
  const wanted = [recall('language'), ...navigator.languages].filter(Boolean)
  const primary = (tag) => tag.toLowerCase().split('-')[0]
  const language = wanted.map((tag) => spoken.find((one) => primary(one) === primary(tag))).find(Boolean)
  if (language) page.lang = language
  if (language === 'ar') page.dir = 'rtl'
})()
