import { readConfig } from '#server/config.ts'
import { readArguments } from './arguments.ts'
import { setNativeHost, syncNative } from './native/projects.ts'

readArguments(`Usage:
  npm run native   updates the Android and iOS projects from package.json and capacitor.config.json

With PUBLIC_URL the app is for that installation: its host goes into the configuration, the manifest and the entitlements.`)

const { publicOrigin } = readConfig({ PUBLIC_URL: process.env['PUBLIC_URL'] })
if (publicOrigin) setNativeHost(new URL(publicOrigin).host)
const { code, output } = await syncNative()
console.log(output)
process.exitCode = code
