import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { PRODUCT_NAME } from '#contract/base/product.ts'
import { catalogues } from '#web/build/catalogues.ts'
import { codeSplittingGroups, RARE_PAGES } from '#web/build/code-splitting.ts'
import { compileMessages } from '#web/build/compile-messages.ts'

/** Paths that are the server's own; everything else is a page of the app. */
const SERVER_PATHS = /^\/(app\/(auth|public)|identity|export|files|art|players|docs|ws|metrics|healthz|readyz|__mail)(\/|$|\?)/

export default defineConfig(({ isSsrBuild }) => ({
  root: 'web',
  // The server puts a fresh nonce here in every answer; Mantine reads it from the meta tag.
  html: { cspNonce: '__STYLE_NONCE__' },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    copyPublicDir: !isSsrBuild,
    target: 'es2022',
    modulePreload: {
      polyfill: false,
      // What a page needs is named, so that all of it is fetched at once. For rare pages, dialogs and the like, whose code mostly is there
      // already, the lists of names would only weigh on the first page: hashes don't compress.
      resolveDependencies: (file, dependencies, { hostType }) =>
        hostType === 'html' || (/(?:Page|\/live)-[\w-]{7}\.js$/.test(file) && !RARE_PAGES.test(file)) ? dependencies : [],
    },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: isSsrBuild ? [] : codeSplittingGroups(new URL('web', import.meta.url).pathname) },
        // Shared chunks would be named after everything that shares them, which every list of imports repeats.
        // The first file names all of them, and hashes don't compress: so they are as short as they can be.
        chunkFileNames: ({ isDynamicEntry }) => (isDynamicEntry ? 'assets/[name]-[hash:7].js' : 'assets/part-[hash:7].js'),
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
    },
    manifest: true,
    // Inlined assets would be data: addresses, which the policy allows for pictures only.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  // The prerenderer of the landing page is one file that includes its packages.
  ssr: { noExternal: true },
  server: { host: '127.0.0.1', strictPort: true },
  plugins: [react(), compileMessages(), catalogues(), page(), pwa()],
}))

/** Writes the product's name into the page and preloads the two latin fonts, so that text is not drawn twice. */
function page(): Plugin {
  return {
    name: 'page',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) => ({
        html: html.replaceAll('%PRODUCT%', PRODUCT_NAME),
        tags: Object.keys(bundle ?? {})
          .filter((file) => /-latin-wght-normal-[\w-]+\.woff2$/.test(file))
          .map((file) => ({
            tag: 'link',
            injectTo: 'head-prepend',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
          })),
      }),
    },
  }
}

/**
 * The service worker: built files from the cache, pages from the network. When that does not answer in time, one page for every
 * address. Pages are not cached: their addresses and heads reveal whom a user looked at, and they would outlive a sign-out.
 */
function pwa() {
  return VitePWA({
    strategies: 'generateSW',
    filename: 'sw.js',
    // A new version waits until every tab of the old one is closed; nobody is asked and nothing reloads (spec, section 4).
    registerType: 'prompt',
    injectRegister: false,
    manifest: {
      id: '/',
      name: PRODUCT_NAME,
      short_name: PRODUCT_NAME,
      description: 'Find the people who hear what you hear.',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      background_color: '#0b0c0f',
      theme_color: '#0b0c0f',
      lang: 'en-US',
      dir: 'ltr',
      categories: ['social', 'music', 'entertainment'],
      // What other apps share arrives here (web/pages/share/shared-text.ts).
      share_target: {
        action: '/chat',
        method: 'GET',
        params: { title: 'shared_title', text: 'shared_text', url: 'shared_url' },
      },
      shortcuts: [
        { name: 'Chat', url: '/chat' },
        { name: 'Moments', url: '/moments' },
        { name: 'Find buddies', url: '/find_buddies' },
      ],
      icons: [
        { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
        { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
        { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
        { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ],
    },
    workbox: {
      globPatterns: ['**/*.{js,css,woff2,svg}'],
      // The SDK of Firebase is for installations that use it; nobody else downloads it, not even ahead of time.
      globIgnores: ['**/firebase.provider-*.js', '*-worker.js'],
      importScripts: ['/routes-worker.js', '/push-worker.js', '/cleanup-old-caches.js'],
      // index.html on disk carries the nonce's placeholder. The offline page is fetched as a real answer instead,
      // whose header and markup carry the same nonce.
      additionalManifestEntries: [{ url: '/?shell', revision: String(Date.now()) }],
      navigateFallback: null,
      navigateFallbackDenylist: [SERVER_PATHS],
      cleanupOutdatedCaches: true,
      runtimeCaching: [
        {
          urlPattern: ({ request, url, sameOrigin }) =>
            sameOrigin &&
            request.mode === 'navigate' &&
            !/^\/(app\/(auth|public)|identity|export|files|art|players|docs|ws|metrics|healthz|readyz|__mail)(\/|$)/.test(url.pathname),
          handler: 'NetworkFirst',
          options: {
            networkTimeoutSeconds: 5,
            plugins: [
              {
                cacheWillUpdate: async () => null,
                // After the time is up nothing is looked for but what is kept; that page alone is, as `/?shell` with its revision.
                cachedResponseWillBeUsed: async () => caches.match('/', { ignoreSearch: true, ignoreVary: true }),
              },
            ],
            precacheFallback: { fallbackURL: '/?shell' },
          },
        },
      ],
    },
  })
}
