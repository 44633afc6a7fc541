// Runs before the first paint so that a light page is never dark first. The page says dark; this only changes it.
;(() => {
  let chosen = null
  try {
    chosen = localStorage.getItem('wl.color-scheme')
  } catch {
    // Storage may be forbidden; dark it stays.
  }
  if (chosen === 'light' || (chosen === 'auto' && matchMedia('(prefers-color-scheme: light)').matches)) {
    document.documentElement.dataset.mantineColorScheme = 'light'
  }
})()
