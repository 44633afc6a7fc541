import react from '@vitejs/plugin-react'
import { readFileSync } from 'node:fs'
import { defineConfig, minifySync, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { PRODUCT_NAME } from '#contract/base/product.ts'
import { catalogs } from '#web/build/catalogs.ts'
import { codeSplittingGroups, RARE_PAGES } from '#web/build/code-splitting.ts'
import { contractWithoutSchemas } from '#web/build/contract-without-schemas.ts'
import { compileMessages } from '#web/build/compile-messages.ts'

/** The server replaces this by a fresh nonce in every response; Mantine reads it from the meta tag. */
const NONCE = '__STYLE_NONCE__'

/** Paths of the server itself; every other path is a page of the app. */
const SERVER_PATHS = /^\/(app\/(auth|public)|identity|export|files|art|players|docs|ws|metrics|healthz|readyz|__mail)(\/|$|\?)/

export default defineConfig(({ isSsrBuild }) => ({
  root: 'web',
  html: { cspNonce: NONCE },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    copyPublicDir: !isSsrBuild,
    target: 'es2022',
    modulePreload: {
      polyfill: false,
      // For the first content of a page, the list of its files is in the code, so that all are requested at once. Rare pages and dialogs
      // have no such list: most of their code is loaded already, and the hashes in the lists don't compress.
      resolveDependencies: (file, dependencies, { hostType }) =>
        hostType === 'html' || (/(?:Page|ConversationView|\/live)-[\w-]{7}\.js$/.test(file) && !RARE_PAGES.test(file)) ? dependencies : [],
    },
    rolldownOptions: {
      // Icons that nobody imports are not read: a build takes 280 MB less.
      experimental: { lazyBarrel: true },
      output: {
        codeSplitting: { groups: isSsrBuild ? [] : codeSplittingGroups(new URL('web', import.meta.url).pathname) },
        // By default, shared chunks are named after all modules that share them. The names are in every list of imports, so short ones make
        // the first file smaller.
        chunkFileNames: ({ isDynamicEntry }) => (isDynamicEntry ? 'assets/[name]-[hash:7].js' : 'assets/part-[hash:7].js'),
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
    },
    manifest: true,
    // Inlined assets would be data: addresses, which the content security policy allows only for pictures.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  // Lingui loads this polyfill for React 17; React 19 has the hook itself.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
  // The prerenderer of the landing page is one file that includes its packages.
  ssr: { noExternal: true },
  server: { host: '127.0.0.1', strictPort: true },
  plugins: [react(), compileMessages(), contractWithoutSchemas(), catalogs(), page(), pwa()],
}))

/** Writes the product's name and the script before the first paint into the page, and preloads the two Latin fonts. */
function page(): Plugin {
  return {
    name: 'page',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) => ({
        html: html
          .replaceAll('%PRODUCT%', PRODUCT_NAME)
          .replace('<!-- appearance.js -->', () => `<script nonce="${NONCE}">${appearance()}</script>`),
        tags: Object.keys(bundle ?? {})
          .filter((file) => /-latin-(wght|700)-normal-[\w-]+\.woff2$/.test(file))
          .map((file) => ({
            tag: 'link',
            injectTo: 'head-prepend',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
          })),
      }),
    },
  }
}

const appearance = () => minifySync('appearance.js', readFileSync(new URL('web/app/appearance.js', import.meta.url), 'utf8')).code.trim()

/**
 * The service worker: built files from the cache, pages from the network, and one cached page for all addresses when the network does not
 * answer in time. Pages are not cached: their addresses and heads reveal which users were viewed, and they would remain after a sign-out.
 */
function pwa() {
  return VitePWA({
    strategies: 'generateSW',
    filename: 'sw.js',
    // A new version waits until every tab of the old one is closed: no prompt and no reload (spec, section 4).
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
      // What other apps share is opened here (web/pages/share/shared-text.ts).
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
      // The Firebase SDK is only for installations that use it; others never download it, not even in advance.
      globIgnores: ['**/firebase.provider-*.js', '*-worker.js'],
      importScripts: ['/routes-worker.js', '/push-worker.js', '/cleanup-old-caches.js'],
      // index.html on disk contains the nonce's placeholder. The offline page is therefore requested from the server, so that its header
      // and markup have the same nonce.
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
                // After the timeout, only the cache is used. It contains one page, at `/?shell` with its revision.
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
