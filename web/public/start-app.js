// Only in the prerendered landing page (web/build/prerendered-page.ts): loads the app once the page is readable.
;(() => {
  const { app } = document.currentScript.dataset
  const begin = () => {
    for (const link of document.querySelectorAll('link[data-later]')) link.rel = 'modulepreload'
    const script = document.createElement('script')
    script.type = 'module'
    script.crossOrigin = ''
    script.src = app
    document.head.append(script)
  }
  if (document.documentElement.dataset.prerendered === 'unfit') return begin()
  // A hidden tab is never painted.
  addEventListener('load', () => (document.hidden ? begin() : requestAnimationFrame(() => setTimeout(begin))))
})()
