import { defineConfig } from '@lingui/cli'
import babel from '@lingui/cli/api/extractors/babel'
import { formatter } from '@lingui/format-po'
import { errorCatalogue } from '#contract/errors.ts'
import { appLanguages } from '#contract/languages/languages.ts'

const ERRORS = 'contract/errors.ts'

/**
 * `npm run extract` gathers the sentences of the code into the catalogues, and with them those of the refusals, as `error.<code>`.
 * The build makes of each catalogue what the app loads (web/build/catalogues.ts); `npm run check` finds none missing.
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
        for (const [code, { sentence }] of Object.entries(errorCatalogue))
          found({ id: `error.${code}`, message: sentence, origin: [file, 1], placeholders: {} })
      },
    },
    babel,
  ],
  orderBy: 'messageId',
  format: formatter({ lineNumbers: false }),
})
