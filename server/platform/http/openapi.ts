import * as z from 'zod/mini'
import { type CallDefinition, callPattern } from '#contract/base/call.ts'
import { errorCatalogue } from '#contract/errors.ts'
import { PRODUCT_NAME } from '#contract/base/product.ts'

type Json = Record<string, unknown>

/**
 * The OpenAPI 3.1 document of all calls, generated from the contract.
 * @param origin the server's public origin
 */
export function openApiDocument(calls: Record<string, CallDefinition>, origin: string): Json {
  const paths: Record<string, Json> = {}
  for (const [name, call] of Object.entries(calls)) {
    const path = callPattern(call).replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(name, call) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: PRODUCT_NAME,
      version: '1',
      description: 'Errors are problem details (RFC 9457) with a `code`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: origin }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    paths,
  }
}

function operation(name: string, call: CallDefinition): Json {
  return {
    operationId: name,
    summary: call.summary,
    tags: [call.path.split('/')[1]],
    security: call.area === 'auth' ? [{ bearer: [] }] : [],
    parameters: [...parameters(call.params, 'path'), ...parameters(call.query, 'query')],
    ...(call.body ? { requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(call.body, 'input') } } } } : {}),
    ...(call.form ? { requestBody: { required: true, content: { 'multipart/form-data': { schema: formSchema } } } } : {}),
    responses: {
      200: { description: 'Done', content: { 'application/json': { schema: jsonSchema(call.answer, 'output') } } },
      '4XX': { description: 'Rejected', content: problemContent },
      default: { description: 'Failed', content: problemContent },
    },
  }
}

function parameters(schema: z.ZodMiniType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as { properties?: Json; required?: string[] }
  return Object.entries(properties).map(([name, of]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: of,
  }))
}

function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _version, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return rest
}

const formSchema = { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } }

const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'code'],
  properties: {
    type: { const: 'about:blank' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { enum: Object.keys(errorCatalogue) },
    request_id: { type: 'string' },
    errors: { type: 'array', items: { type: 'object', properties: { field: { type: 'string' }, message: { type: 'string' } } } },
  },
}

const problemContent = { 'application/problem+json': { schema: problemSchema } }
