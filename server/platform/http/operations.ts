import { timingSafeEqual } from 'node:crypto'
import fastifySwagger from '@fastify/swagger'
import fastifySwaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Registry } from 'prom-client'
import type { CallDefinition } from '#contract/base/call.ts'
import { AppError } from '#contract/errors.ts'
import { openApiDocument } from './openapi.ts'

export type OperationsOptions = {
  calls: Record<string, CallDefinition>
  registry: Registry
  /** Rejects when the server can't do its work, because the store does not answer, or soon won't, because it stops. */
  readiness: () => Promise<void>
  /** Null: open, because only this machine can reach us. Otherwise the bearer token that opens /metrics and /docs. */
  adminToken: string | null
  isPublic: boolean
}

/**
 * Prometheus and orchestrators ask a pod or container at its own address. /healthz and /readyz tell nothing else; /metrics needs the
 * token then, so that no page in a browser reads it under a name that leads to this machine (DNS rebinding).
 */
export function answersAnyHost({ adminToken }: Pick<OperationsOptions, 'adminToken'>): (request: FastifyRequest) => boolean {
  return ({ routeOptions: { url: route }, headers }) =>
    route === '/healthz' ||
    route === '/readyz' ||
    (route === '/metrics' && adminToken !== null && isToken(headers.authorization, adminToken))
}

/** What the operator looks at: /healthz (alive), /readyz (able to work), /metrics (Prometheus), /docs (the calls). */
export async function addOperations(app: FastifyInstance, options: OperationsOptions): Promise<void> {
  const guard = (request: FastifyRequest, _reply: FastifyReply, next: (error?: Error) => void) => {
    const isAllowed = !options.isPublic || (options.adminToken !== null && isToken(request.headers.authorization, options.adminToken))
    next(isAllowed ? undefined : new AppError('not_found'))
  }
  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    await options.readiness()
    return { status: 'ready' }
  })
  app.get('/metrics', { onRequest: guard }, async (_request, reply) =>
    reply.type(options.registry.contentType).send(await options.registry.metrics()),
  )

  // The document is plain JSON made by us; the plugin's own type for it is a large union that adds nothing here.
  const document = openApiDocument(options.calls) as never
  await app.register(fastifySwagger, { mode: 'static', specification: { document } })
  await app.register(fastifySwaggerUi, { routePrefix: '/docs', uiHooks: { onRequest: guard }, staticCSP: false })
}

function isToken(header: string | undefined, token: string): boolean {
  const given = Buffer.from(header?.replace(/^Bearer /, '') ?? '')
  const wanted = Buffer.from(token)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
