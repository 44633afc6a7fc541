import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

/** `lingui extract` gathers the sentences of the code for translators; `lingui compile` makes their catalogues for the app. */
export default defineConfig({
  sourceLocale: 'en-US',
  locales: ['en-US'],
  catalogs: [
    {
      path: '<rootDir>/web/locales/{locale}/messages',
      include: ['<rootDir>/web'],
      exclude: ['**/*.test.ts', '**/*.test.tsx', '**/public/**'],
    },
  ],
  orderBy: 'messageId',
  format: formatter({ lineNumbers: false }),
  compileNamespace: 'ts',
})
