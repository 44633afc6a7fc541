import { describe, expect, it, test } from 'vitest'
import type * as z from 'zod/mini'
import type { CallDefinition } from '#contract/base/call.ts'
import { calls } from '#contract/calls.ts'
import { chatFrames } from '#contract/chat/chat.ts'
import { isBlank, isolatedText, visibleText } from '#contract/base/text.ts'
import { createTranslator } from '#server/platform/i18n/translator.ts'

const invisible: Record<string, string> = {
  'zero width space': '\u200b',
  'Hangul filler': '\u3164',
  'half-width Hangul filler': '\uffa0',
  'Hangul choseong filler': '\u115f',
  'Hangul jungseong filler': '\u1160',
  'soft hyphen': '\u00ad',
  'blank Braille pattern': '\u2800',
  'variation selectors': '\ufe0f\ufe0e\u{e0100}\u180b',
  'combining grapheme joiner': '\u034f',
  tags: '\u{e0001}\u{e0065}\u{e007f}',
  'directional marks': '\u200e\u200f\u061c\u202e\u202c\u2066\u2069',
  'word joiner and byte order mark': '\u2060\ufeff',
  'joiners between spaces': ' \u200d \u200c\u00a0\u3000 ',
  'invisible operators': '\u2061\u2062\u2063\u2064',
  'Khmer inherent vowels': '\u17b4\u17b5',
  'control characters': '\u0001\u0085',
  'interlinear annotation': '\ufff9\ufffa\ufffb',
  'empty musical and hieroglyphic signs': '\u{1d159}\u{13441}\u{13442}',
  noncharacters: '\ufdd0\uffff',
}
const visible = [
  'a',
  '\u{1f44d}\u{1f3fd}',
  '❤️',
  '👩‍👩‍👧',
  '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  'می‌خواهم',
  '가',
  'co\u00adoperate',
  '\u200bx',
  '\u202eabc',
  '.',
  '\u0301',
]

describe('isBlank', () => {
  it.each(Object.entries(invisible))('is true for %s', (_, text) => {
    expect([isBlank(text), visibleText(text)]).toEqual([true, ''])
  })

  it.each(visible)('is false for %j, which is stored as written', (text) => {
    expect([isBlank(text), visibleText(` ${text}\n`)]).toEqual([false, text])
  })

  it('takes linear time', () => {
    expect(isBlank(`${'\u200b'.repeat(1_000_000)}x`)).toBe(false)
  })
})

/** Text without meaning for people: codes, tokens, keys, addresses and ids with their own rules. */
const notForReading = new Set([
  'acceptTerms body.version',
  'getPresence query.uids',
  'uploadPicture query.path',
  'getLinkCards body.links.0',
  'getRecipients query.link',
  'checkUserName params.userName',
  'finishConnect body.code',
  'finishConnect body.state',
  'markNotificationsRead body.key',
  'changeNotificationSettings body.time_zone',
  'makeBlend body.time_zone',
  'makeGroupBlend body.time_zone',
  'beginImport body.time_zone',
  'startFileSession body.time_zone',
  'openWeekCard body.time_zone',
  'getFolders query.link',
  'createFolder body.links.0',
  'saveToFolder body.link',
  'previewTaste query.ids',
  'subscribeToPush body.endpoint',
  'unsubscribeFromPush query.endpoint',
  'endDigest body.code',
  'sendMessage data.message.referenceItem.0',
  'sendMessage data.message.media.0',
  'react data.emoji',
])

type Field = { name: string; schema: z.ZodMiniType }
type Definition = {
  type: string
  format?: string
  checks?: { _zod: { def: { check: string } } }[]
  shape?: Record<string, z.ZodMiniType>
  element?: z.ZodMiniType
  innerType?: z.ZodMiniType
  options?: z.ZodMiniType[]
  in?: z.ZodMiniType
}

/** Every string of a schema without a format. */
function textFields(schema: z.ZodMiniType | undefined, name: string): Field[] {
  if (!schema) return []
  // Zod's own description of the schema; which of its fields exist depends on the type.
  const def = schema._zod.def as unknown as Definition
  if (def.type === 'string') {
    const hasFormat = def.format !== undefined || def.checks?.some((check) => check._zod.def.check === 'string_format')
    return hasFormat ? [] : [{ name, schema }]
  }
  return [
    ...Object.entries(def.shape ?? {}).flatMap(([key, of]) => textFields(of, `${name}.${key}`)),
    ...textFields(def.element, `${name}.0`),
    ...textFields(def.innerType, name),
    ...(def.options ?? []).flatMap((option) => textFields(option, name)),
    ...textFields(def.in, name),
  ]
}

const fields = [
  ...Object.entries<CallDefinition>(calls).flatMap(([call, { params, query, body }]) =>
    Object.entries({ params, query, body }).flatMap(([part, schema]) => textFields(schema, `${call} ${part}`)),
  ),
  ...Object.entries({ sendMessage: chatFrames.sendMessage, editMessage: chatFrames.editMessage, react: chatFrames.react }).flatMap(
    ([event, { data }]) => textFields(data, `${event} data`),
  ),
].filter(({ name }) => !/\.(cursor|return_to)$/.test(name))

test('every text field of every call that people read rejects invisible text, or empties it for the service to reject', () => {
  const accepted = fields
    .filter(({ name }) => !notForReading.has(name))
    .flatMap(({ name, schema }) =>
      Object.entries(invisible).flatMap(([kind, text]) => {
        // Repeated, to reach the minimum length.
        const parsed = schema.safeParse(text.repeat(2))
        return parsed.success && parsed.data !== '' ? [`${name}: ${kind}`] : []
      }),
    )
  expect(accepted).toEqual([])
})

test('every text field that people read keeps invisible characters inside visible text', () => {
  const text = 'a\u200b\u00ad\u202eb'
  const changed = fields.filter(({ name, schema }) => !notForReading.has(name) && schema.safeParse(text).data !== text)
  expect(changed.map(({ name }) => name)).toEqual([])
})

test('the fields that are exempt exist', () => {
  const names = new Set(fields.map(({ name }) => name))
  expect([...notForReading].filter((name) => !names.has(name))).toEqual([])
  expect(names.size).toBeGreaterThan(30)
})

describe('isolatedText', () => {
  it('does not change text without directional characters', () => {
    expect(['Mira', 'ميرا', ''].map(isolatedText)).toEqual(['Mira', 'ميرا', ''])
  })

  it.each([
    ['\u202eariM', '\u2068\u202eariM\u2069'],
    ['a\u2069\u202eb', '\u2068a\u202eb\u2069'],
    ['a\u2067b', '\u2068a\u2067b\u2069\u2069'],
    ['a\u2066b\u2069c', '\u2068a\u2066b\u2069c\u2069'],
  ])('encloses %j', (text, isolated) => {
    expect(isolatedText(text)).toBe(isolated)
  })
})

test('a sentence of an email or a push notification isolates a name with directional marks', () => {
  const translate = createTranslator({
    'en-US': { a: '{name} (1)' },
    de: { a: '{name} (1)' },
    es: { a: '{name} (1)' },
    ar: { a: '{name} (1)' },
  })
  expect([translate('en-US', 'a', { name: 'Mira \u202e' }), translate('en-US', 'a', { name: 'Mira' })]).toEqual([
    '\u2068Mira \u202e\u2069 (1)',
    'Mira (1)',
  ])
})
