// Only in the landing page that comes drawn (web/build/prerendered-page.ts): the app is fetched once that page is there to be read.
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
  // Nothing is painted in a tab that nobody sees.
  addEventListener('load', () => (document.hidden ? begin() : requestAnimationFrame(() => setTimeout(begin))))
})()
