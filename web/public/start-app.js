// Only in the prerendered landing page (web/build/prerendered-page.ts): loads the fonts after the first painting, and the app at the first
// action or once the browser is idle.
;(() => {
  const { app } = document.currentScript.dataset
  const actions = ['pointerdown', 'keydown', 'touchstart', 'focusin']
  const loadFonts = () => {
    for (const style of document.querySelectorAll('style[media="not all"]')) style.media = 'all'
  }
  const begin = () => {
    loadFonts()
    for (const action of actions) removeEventListener(action, begin)
    if (document.querySelector('script[type="module"]')) return
    // Signed-in users get another page (appearance.js).
    if (!window.wavelengthStart) for (const link of document.querySelectorAll('link[data-later]')) link.rel = 'modulepreload'
    const script = document.createElement('script')
    script.type = 'module'
    script.crossOrigin = ''
    script.src = app
    document.head.append(script)
  }
  if (document.documentElement.dataset.prerendered === 'unfit') return begin()
  // The service worker has the fonts.
  if (navigator.serviceWorker?.controller) loadFonts()
  for (const action of actions) addEventListener(action, begin, { passive: true })
  // A hidden tab is never painted, and Safari has no idle callbacks.
  const later = window.requestIdleCallback ?? setTimeout
  addEventListener('load', () => {
    if (document.hidden) return begin()
    // A window that isn't painted, such as one behind others, has no frames.
    setTimeout(begin, 2_000)
    requestAnimationFrame(() => {
      loadFonts()
      later(begin)
    })
  })
})()
