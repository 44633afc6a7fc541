import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

/** `lingui extract` keeps the catalogues complete; a test fails when it would change one. */
export default defineConfig({
  sourceLocale: 'en-US',
  locales: ['en-US'],
  catalogs: [{ path: '<rootDir>/web/locales/{locale}/messages', include: ['<rootDir>/web'], exclude: ['**/*.test.ts', '**/*.test.tsx', '**/public/**'] }],
  format: formatter({ lineNumbers: false }),
  compileNamespace: 'ts',
})
