import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import * as z from 'zod/mini'

/**
 * The library's session and its cookie for an account that proved itself to us in another way than a password.
 * Reachable by our own code alone: an endpoint without a path has no address.
 */
export function entrance() {
  return {
    id: 'entrance',
    endpoints: {
      openSession: createAuthEndpoint.serverOnly(
        { method: 'POST', body: z.object({ subject: z.string(), signedInAt: z.optional(z.date()) }) },
        async (ctx) => {
          const { internalAdapter } = ctx.context
          const user = await internalAdapter.findUserById(ctx.body.subject)
          if (!user) return ctx.json({ opened: false })
          const { signedInAt } = ctx.body
          // "Override all", or the library's own moment of creation would win.
          const session = await internalAdapter.createSession(user.id, false, signedInAt ? { createdAt: signedInAt } : {}, true)
          await setSessionCookie(ctx, { session, user })
          return ctx.json({ opened: true })
        },
      ),
    },
  }
}
