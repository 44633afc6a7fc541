import { readFileSync, writeFileSync } from 'node:fs'
import { runTool } from '../run-step.ts'

export const CONFIG = 'capacitor.config.json'
export const MANIFEST = 'native/android/app/src/main/AndroidManifest.xml'
export const GRADLE_PROPERTIES = 'native/android/gradle.properties'
export const ENTITLEMENTS = 'native/ios/App/App/App.entitlements'
export const INFO_PLIST = 'native/ios/App/App/Info.plist'
/** The output of `cap sync` that the repository contains. */
export const SYNCED_FILES = [
  'native/android/capacitor.settings.gradle',
  'native/android/app/capacitor.build.gradle',
  'native/ios/App/CapApp-SPM/Package.swift',
]

/** Copies the shell's own page and the list of plugins into both projects. Needs neither SDK nor network. */
export const syncNative = () => runTool('@capacitor/cli/bin/capacitor', ['sync'], { quiet: true })

/** Sets the host of the app: its address, and the links that it opens. */
export function setNativeHost(host: string): void {
  rewrite(CONFIG, /("url": ")https:\/\/[^"]+(")/, `$1https://${host}$2`)
  rewrite(GRADLE_PROPERTIES, /^(appHost=).*$/m, `$1${host}`)
  rewrite(ENTITLEMENTS, /(<string>applinks:)[^<]+(<\/string>)/, `$1${host}$2`)
}

function rewrite(file: string, pattern: RegExp, by: string): void {
  const text = readFileSync(file, 'utf8')
  if (!pattern.test(text)) throw new Error(`${file} has no placeholder for the host.`)
  writeFileSync(file, text.replace(pattern, by))
}
