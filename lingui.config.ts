import { defineConfig } from '@lingui/cli'
import babel from '@lingui/cli/api/extractors/babel'
import { formatter } from '@lingui/format-po'
import { errorCatalog } from '#contract/errors.ts'
import { appLanguages } from '#contract/languages/languages.ts'

const ERRORS = 'contract/errors.ts'

/**
 * `npm run extract` collects the messages of the code into the catalogs, and those of the errors as `error.<code>`.
 * The build compiles each catalog for the app (web/build/catalogs.ts); `npm run check` reports missing ones.
 */
export default defineConfig({
  sourceLocale: 'en-US',
  locales: [...appLanguages],
  catalogs: [
    {
      path: '<rootDir>/web/locales/{locale}/messages',
      include: ['<rootDir>/web', `<rootDir>/${ERRORS}`],
      exclude: ['**/*.test.ts', '**/*.test.tsx', '**/public/**', '**/build/**'],
    },
  ],
  extractors: [
    {
      match: (file) => file.endsWith(ERRORS),
      extract(file, _code, found) {
        for (const [code, { sentence }] of Object.entries(errorCatalog))
          found({ id: `error.${code}`, message: sentence, origin: [file, 1], placeholders: {} })
      },
    },
    babel,
  ],
  orderBy: 'messageId',
  format: formatter({ lineNumbers: false }),
})
