import { describe } from 'vitest'
import { hasFirebaseEmulator } from '#tests/kit/firebase-emulator.ts'
import { testIdentityAdapter } from '#tests/kit/identity-adapter-suite.ts'
import { emulatorSide } from '#tests/kit/identity-sides.ts'

describe.skipIf(!hasFirebaseEmulator())('on the official emulator', () => {
  testIdentityAdapter('Firebase', emulatorSide, 'email-already-in-use')
})
