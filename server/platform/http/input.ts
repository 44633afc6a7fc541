import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { CallDefinition } from '#contract/base/call.ts'
import { AppError } from '#contract/errors.ts'
import type { UploadedFile } from './route.ts'

/**
 * Parses everything a call takes from a request.
 * @throws AppError 'invalid_input' naming the fields at fault; 'unsupported_media' for a body of another type.
 */
export async function inputOf(call: CallDefinition, request: FastifyRequest) {
  return {
    params: parse(call.params, request.params, 'params'),
    query: parse(call.query, request.query, 'query'),
    body: call.form ? undefined : parse(call.body, jsonBody(call, request), 'body'),
    file: call.form ? await fileOf(request) : undefined,
  }
}

function jsonBody(call: CallDefinition, request: FastifyRequest): unknown {
  if (!call.body) return undefined
  if (request.body === undefined || request.body === null) return {}
  // Anything but JSON could be sent by a foreign page's form without a preflight.
  if (!request.headers['content-type']?.startsWith('application/json')) throw new AppError('unsupported_media')
  return request.body
}

function parse(schema: z.ZodMiniType | undefined, value: unknown, part: string): unknown {
  if (!schema) return undefined
  const parsed = schema.safeParse(value ?? {})
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.slice(0, 10).map((issue) => ({ field: issue.path.join('.') || part, message: issue.message }))
  throw new AppError('invalid_input', { part }, fields)
}

async function fileOf(request: FastifyRequest): Promise<UploadedFile> {
  if (!request.isMultipart()) throw new AppError('unsupported_media')
  const part = await request.file()
  if (!part) throw new AppError('invalid_input', {}, [{ field: 'file', message: 'A file is needed.' }])
  const bytes = await part.toBuffer()
  return { bytes, mimeType: part.mimetype }
}
