import * as z from 'zod/mini'
import type { ProviderSchema } from '#sandbox/kit/provider-schema.ts'
import { createReader, publishedSchema, reduceQuery } from './reader.ts'

const body = z.object({ content: z.optional(z.object({ 'application/json': z.object({ schema: publishedSchema }) })) })
const parameter = z.union([
  z.object({ $ref: z.string() }),
  z.object({ name: z.string(), in: z.string(), required: z.optional(z.boolean()), schema: publishedSchema }),
])
const openApi = z.object({
  info: z.object({ version: z.string() }),
  paths: z.record(
    z.string(),
    z.object({
      get: z.optional(
        z.object({
          parameters: z.optional(z.array(parameter)),
          security: z.optional(z.array(z.record(z.string(), z.array(z.string())))),
          responses: z.record(z.string(), z.object({ $ref: z.optional(z.string()) })),
        }),
      ),
    }),
  ),
  components: z.object({
    schemas: z.record(z.string(), publishedSchema),
    parameters: z.record(z.string(), parameter),
    responses: z.record(z.string(), body),
  }),
})

const spotifyCalls = ['/me', '/me/top/artists', '/me/top/tracks', '/me/following', '/me/tracks', '/me/player/recently-played']
/** Available without a scope, although the document requires scopes for fields that are unavailable in development mode. */
const withoutScope = new Set(['/me'])
/** In the document, these are not nullable; in answers they are. */
const nullAnyway = ['CursorObject.after', 'CursorObject.before', 'CursorPagingObject.cursors', 'PlayHistoryObject.context']

export function reduceSpotify(document: unknown): ProviderSchema {
  const api = openApi.parse(document)
  const reader = createReader(
    api.components.schemas,
    '#/components/schemas/',
    (schema, name) => schema.nullable === true || /\bnull\b/i.test(schema.description ?? '') || nullAnyway.includes(name),
  )
  const answerOf = (ref: string | undefined) => {
    const response = api.components.responses[(ref ?? '').replace('#/components/responses/', '')]
    const schema = response?.content?.['application/json'].schema
    if (!schema) throw new Error(`No answer is described by ${ref}`)
    return reader.reduce(schema, 'answer')
  }
  const calls: ProviderSchema['calls'] = {}
  for (const path of spotifyCalls) {
    const call = api.paths[path]?.get
    if (!call) throw new Error(`GET ${path} is missing from the document`)
    const parameters = (call.parameters ?? []).map((entry) =>
      '$ref' in entry ? api.components.parameters[entry.$ref.replace('#/components/parameters/', '')] : entry,
    )
    const query = parameters.flatMap((entry) =>
      entry && 'schema' in entry && entry.in === 'query' ? [[entry.name, reduceQuery(entry.schema, entry.required === true)] as const] : [],
    )
    const scopes = withoutScope.has(path) ? [] : (call.security ?? []).flatMap((requirement) => Object.values(requirement).flat())
    calls[`GET /v1${path}`] = { query: Object.fromEntries(query), scopes, answer: answerOf(call.responses['200']?.$ref) }
  }
  const error = answerOf('#/components/responses/TooManyRequests')
  const schemas = reader.schemas()
  // Changelog of July 2026: this word indicates an exceeded quota.
  const errorObject = schemas['ErrorObject']
  if (errorObject?.properties) errorObject.properties['reason'] = { type: 'string' }
  return {
    source: 'Spotify Web API, OpenAPI 3.0.3, by sonallux/spotify-web-api',
    revision: api.info.version,
    observed: [
      ...nullAnyway.map((name) => `${name} can be null`),
      'ErrorObject.reason is QUOTA_EXCEEDED when the quota is used up',
      'GET /v1/me needs no scope',
    ],
    calls,
    error,
    schemas,
  }
}
