/** Which part may import which. `npm run check` proves it; ARCHITECTURE.md draws it. */
const features = [
  'identity',
  'uploads',
  'links',
  'profiles',
  'connections',
  'media',
  'sources',
  'imports',
  'matching',
  'discover',
  'taste',
  'blends',
  'recaps',
  'moments',
  'together',
  'chat',
]
/** These subscribe to domain events. No other feature imports them, and they import services of other features through the app. */
const subscribers = ['notifications', 'moderation', 'link-previews']

/** A feature imports only lower ones. */
const upward = (side) =>
  features.slice(0, -1).map((name, at) => ({
    name: `${side}-${name}-imports-only-lower-features`,
    severity: 'error',
    from: { path: `^${side}/features/${name}/`, pathNot: '\\.test(-world)?\\.tsx?$' },
    to: { path: `^${side}/features/(${features.slice(at + 1).join('|')})/` },
  }))

/** No feature imports a subscriber. */
const apart = (side) =>
  subscribers.map((name) => ({
    name: `${side}-no-feature-imports-${name}`,
    severity: 'error',
    from: { path: `^${side}/features/(?!${name}/)`, pathNot: '\\.test(-world)?\\.tsx?$' },
    to: { path: `^${side}/features/${name}/` },
  }))

/** `layer` may not reach any of `above`. */
const below = (name, layer, above) => ({
  name,
  severity: 'error',
  from: { path: layer, pathNot: '\\.test(-world)?\\.tsx?$' },
  to: { path: above },
})

module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    below('contract-is-pure', '^contract/', '^(server|web|sandbox|tests|tools|bench)/'),
    below('server-platform-is-low', '^server/platform/', '^server/((features|providers|app)/|[^/]+\\.ts$)'),
    below('server-providers-are-low', '^server/providers/', '^server/((features|app)/|[^/]+\\.ts$)'),
    below('server-features-are-below-the-app', '^server/features/', '^server/(app/|[^/]+\\.ts$)'),
    below('web-platform-is-low', '^web/platform/', '^web/(ui|features|pages|app)/'),
    below('web-ui-knows-no-feature', '^web/ui/', '^web/(features|pages|app)/'),
    below('web-features-are-below-pages', '^web/features/', '^web/(pages|app)/'),
    below('web-pages-are-below-the-app', '^web/pages/', '^web/app/'),
    below('server-and-web-meet-only-in-the-contract', '^server/', '^(web|sandbox|tests|tools)/'),
    below('web-and-server-meet-only-in-the-contract', '^web/', '^(server|sandbox|tests|tools)/'),
    below(
      'sandbox-imports-no-server-code-outside-the-demo-world',
      '^sandbox/(?!demo/)',
      '^server/(features|platform|app|main|config)[^.]*\\.ts$',
    ),
    ...upward('server'),
    ...upward('web'),
    ...apart('server'),
    ...apart('web'),
    {
      name: 'web-needs-no-schemas',
      severity: 'error',
      from: { path: '^web/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^node_modules/zod/' },
    },
    {
      name: 'stores-stay-inside-their-feature',
      severity: 'error',
      from: { path: '^server/features/([^/]+)/', pathNot: '\\.test(-world)?\\.ts$' },
      to: { path: '^server/features/[^/]+/.*\\.(store|present|routes|socket)\\.ts$', pathNot: '^server/features/$1/' },
    },
    {
      name: 'web-features-use-components-hooks-and-commands-of-others',
      severity: 'error',
      from: { path: '^web/features/([^/]+)/', pathNot: '\\.test(-world)?\\.tsx?$' },
      to: {
        path: ['^web/features/[^/]+/(engine|runtime|storage|provider)/', '^web/features/.+[.](live|pending|shown|request)[.]tsx?$'],
        pathNot: '^web/features/$1/',
      },
    },
    {
      name: 'pages-use-no-engine-of-a-feature',
      severity: 'error',
      from: { path: '^web/pages/', pathNot: '\\.test(-world)?\\.tsx?$' },
      to: { path: '^web/features/[^/]+/engine/' },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|data|node_modules)/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
}
