import { testIdentityAdapter } from '#tests/kit/identity-adapter-suite.ts'
import { builtinSide, firebaseSide } from '#tests/kit/identity-sides.ts'

testIdentityAdapter('the built-in provider', builtinSide, 'sign-up-rejected')
testIdentityAdapter('Firebase', firebaseSide, 'email-already-in-use')
