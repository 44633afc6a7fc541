import { setupI18n } from '@lingui/core'
import { expect, it } from 'vitest'
import { compileCatalog } from './catalogs.ts'

const catalog = `
#. js-lingui-explicit-id
msgid "likes"
msgstr "{count, plural, one {أعجبت {name}} other {أعجبت {name} و#}}"

#. js-lingui-explicit-id
msgid "match"
msgstr "توافق {percent}%، {name}"

#. js-lingui-explicit-id
msgid "send"
msgstr ""
`

it('compiles a catalog into messages and leaves out untranslated ones', async () => {
  const words = await compileCatalog(catalog)
  expect(Object.keys(words)).toEqual(['likes', 'match'])
  const i18n = setupI18n({ locale: 'de', messages: { de: words } })
  // Production has no compiler: an uncompiled message would be shown raw.
  i18n.setMessagesCompiler(() => ['not compiled'])
  expect(i18n._('likes', { count: 3, name: 'Mira' })).toBe('أعجبت Mira و3')
})

it('isolates the direction of placeholders in right-to-left languages', async () => {
  const i18n = setupI18n({ locale: 'ar', messages: { ar: await compileCatalog(catalog, { isolated: true }) } })
  i18n.setMessagesCompiler(() => ['not compiled'])
  expect(i18n._('likes', { count: 1, name: 'Mira' })).toBe('أعجبت \u2068Mira\u2069')
})

it('keeps the percent sign of a number on its right in right-to-left languages', async () => {
  const i18n = setupI18n({ locale: 'ar', messages: { ar: await compileCatalog(catalog, { isolated: true }) } })
  i18n.setMessagesCompiler(() => ['not compiled'])
  expect(i18n._('match', { percent: 43, name: 'Mira' })).toBe('توافق \u206843%\u2069، \u2068Mira\u2069')
})
