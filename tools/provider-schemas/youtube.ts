import * as z from 'zod/mini'
import type { ProviderSchema } from '#sandbox/kit/provider-schema.ts'
import { createReader, publishedSchema, reduceQuery } from './reader.ts'

const discovery = z.object({
  revision: z.string(),
  version: z.string(),
  schemas: z.record(z.string(), publishedSchema),
  resources: z.record(
    z.string(),
    z.object({
      methods: z.optional(
        z.record(
          z.string(),
          z.object({
            path: z.string(),
            scopes: z.optional(z.array(z.string())),
            parameters: z.optional(z.record(z.string(), publishedSchema)),
            response: z.optional(z.object({ $ref: z.string() })),
          }),
        ),
      ),
    }),
  ),
})

const youtubeResources = ['subscriptions', 'channels', 'playlistItems', 'videos']
const readOnly = 'https://www.googleapis.com/auth/youtube.readonly'
/** The parts of the resources that we request; the others are neither read nor described. */
const youtubeParts = new Set(['kind', 'etag', 'id', 'snippet', 'contentDetails', 'status', 'statistics', 'topicDetails'])
const resourceTypes = new Set(['Subscription', 'Channel', 'PlaylistItem', 'Video'])

export function reduceYouTube(document: unknown): ProviderSchema {
  const api = discovery.parse(document)
  const reader = createReader(
    api.schemas,
    '',
    () => false,
    // ContentRating lists seventy national rating boards; we read none of them.
    (type, field) => type !== 'ContentRating' && (!resourceTypes.has(type) || youtubeParts.has(field)),
  )
  const calls: ProviderSchema['calls'] = {}
  for (const name of youtubeResources) {
    const method = api.resources[name]?.methods?.['list']
    if (!method?.response) throw new Error(`${name}.list is missing from the document`)
    const query = Object.entries(method.parameters ?? {}).map(([key, it]) => [key, reduceQuery(it, it.required === true)] as const)
    const scopes = method.scopes?.includes(readOnly) ? [readOnly] : []
    calls[`GET /${method.path}`] = {
      query: Object.fromEntries(query),
      scopes,
      answer: reader.reduce({ $ref: method.response.$ref }, 'answer'),
    }
  }
  return {
    source: `YouTube Data API ${api.version}, discovery document, by googleapis.dart`,
    revision: api.revision,
    observed: [
      'a list of `part` or `id` travels as one parameter, separated by commas',
      'the error body is the common one of Google’s APIs, which the document leaves out',
    ],
    calls,
    error: {
      type: 'object',
      required: ['error'],
      properties: {
        error: {
          type: 'object',
          required: ['code', 'message'],
          properties: {
            code: { type: 'integer', minimum: 400, maximum: 599 },
            message: { type: 'string' },
            status: { type: 'string' },
            errors: {
              type: 'array',
              items: {
                type: 'object',
                properties: { message: { type: 'string' }, domain: { type: 'string' }, reason: { type: 'string' } },
              },
            },
          },
        },
      },
    },
    schemas: reader.schemas(),
  }
}
