import { lazyPart } from '#web/platform/lazy-component.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { IdentityError } from '../provider/identity.provider.ts'

/** The second step of a sign-in. It loads only for accounts that have one. */
export const SecondFactorStep = lazyPart(
  async () => (await import('./SecondFactorForm.tsx')).SecondFactorForm,
  <Skeleton shape="block" height={260} />,
)

/** Waits for a sign-in. When it needs a code, calls `onAsked` and returns null. @throws IdentityError */
export async function signInOrRequestCode<T>(signIn: () => Promise<T>, onAsked: () => void): Promise<T | null> {
  try {
    return await signIn()
  } catch (error) {
    if (!(error instanceof IdentityError) || error.code !== 'second-factor-required') throw error
    onAsked()
    return null
  }
}
