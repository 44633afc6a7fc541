import { readFileSync } from 'node:fs'
import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { APP_ID, PRODUCT_NAME } from '#contract/base/product.ts'
import { pagePaths } from '#contract/pages.ts'
import { readConfig } from '#server/config.ts'
import { createLogs } from '#server/platform/observability/log.ts'
import { problemOf } from '#server/platform/http/problem.ts'
import { registerAppLinks } from '#server/platform/http/site-files.ts'
import { CONFIG, ENTITLEMENTS, GRADLE_PROPERTIES, INFO_PLIST, MANIFEST, SYNCED_FILES, syncNative } from '#tools/native/projects.ts'
import { SHARED_AT, sharedText } from '#web/pages/share/shared-text.ts'
import { APP_SCHEME, pathOfAppLink } from '#web/platform/app-link.ts'

/* The mobile projects must agree with the app: id, host, scheme, permissions, and the plugins of package.json. */

const read = (path: string) => readFileSync(path, 'utf8')
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found)

// Our own file; a change of its format shows as a failing test.
const config = JSON.parse(read(CONFIG)) as { appId: string; appName: string; server: { url: string; errorPath: string }; webDir: string }
const host = new URL(config.server.url).host
const manifest = read(MANIFEST)

describe('the projects for phones', () => {
  test('have the id and the name of the product', () => {
    expect([config.appId, config.appName]).toEqual([APP_ID, PRODUCT_NAME])
    expect(read('native/android/app/build.gradle')).toContain(`applicationId "${APP_ID}"`)
    expect(new Set(all(read('native/ios/App/App.xcodeproj/project.pbxproj'), /PRODUCT_BUNDLE_IDENTIFIER = ([^;]+);/g))).toEqual(
      new Set([APP_ID, `${APP_ID}.share`]),
    )
  })

  test('open the page of every route from a link', () => {
    // The bare address only opens the app.
    const addresses = pagePaths.filter((path) => path !== '/').map((path) => `${path.replaceAll(/:(\w+)\??/g, 'u1')}?at=1`)
    expect(addresses.map((address) => pathOfAppLink(`https://${host}${address}`, host))).toEqual(addresses)
    expect(addresses.length).toBeGreaterThan(30)
  })

  test('pass content shared by other apps to the share target of the web app', () => {
    const activity = read('native/android/app/src/main/java/app/wavelength/MainActivity.java')
    const extension = read('native/ios/App/Share/ShareViewController.swift')
    expect(manifest).toMatch(/android.intent.action.SEND"[^]*?android:mimeType="text\/plain"/)
    expect([activity.includes(`.scheme("${APP_SCHEME}").authority("app").path("chat")`), SHARED_AT]).toEqual([true, '/chat'])
    expect([extension.includes(`link.scheme = "${APP_SCHEME}"`), extension.includes(`link.path = "${SHARED_AT}"`)]).toEqual([true, true])
    for (const code of [activity, extension]) {
      const names = all(code, /"(shared_\w+)"/g)
      expect(names.length).toBeGreaterThan(1)
      for (const name of names) expect(sharedText(`?${name}=a+song`)).toBe('a song')
    }
    expect(read('native/ios/App/App.xcodeproj/project.pbxproj')).toContain('com.apple.product-type.app-extension')
  })

  test('open links of the host that they load, and of their own scheme', () => {
    expect(config.server.url).toBe(`https://${host}`)
    expect(read(GRADLE_PROPERTIES)).toContain(`appHost=${host}\n`)
    const filters = all(manifest, /<data android:scheme="([^"]+)" android:host="[^"]+"/g)
    expect([filters, all(manifest, /android:scheme="[^"]+" android:host="([^"]+)"/g)]).toEqual([
      ['https', APP_SCHEME],
      ['${appHost}', 'app'],
    ])
    expect(manifest).toMatch(/autoVerify="true">[^]*?android:scheme="https"/)
    expect(all(read(ENTITLEMENTS), /<string>([^<]+)<\/string>/g)).toEqual([`applinks:${host}`])
    expect(all(read('native/ios/App/App.xcodeproj/project.pbxproj'), /CODE_SIGN_ENTITLEMENTS = ([^;]+);/g)).toEqual([
      'App/App.entitlements',
      'App/App.entitlements',
    ])
    expect(read(INFO_PLIST)).toContain(`<string>${APP_SCHEME}</string>`)
    expect(pathOfAppLink(`${APP_SCHEME}://app/chat`, host)).toBe('/chat')
  })

  test('request the network, microphone, notification and media permissions, exclude sign-ins from backups, and require TLS', () => {
    const expected = [
      'INTERNET',
      'RECORD_AUDIO',
      'MODIFY_AUDIO_SETTINGS',
      'POST_NOTIFICATIONS',
      'FOREGROUND_SERVICE',
      'FOREGROUND_SERVICE_MEDIA_PLAYBACK',
    ]
    expect(all(manifest, /<uses-permission android:name="([^"]+)" \/>/g)).toEqual(expected.map((name) => `android.permission.${name}`))
    expect([manifest.includes('android:allowBackup="false"'), manifest.includes('android:usesCleartextTraffic="false"')]).toEqual([
      true,
      true,
    ])
    expect(all(manifest, /android:exported="(true)"/g)).toHaveLength(1)
    expect(all(read(INFO_PLIST), /<key>(NS\w+UsageDescription|NSAppTransportSecurity)<\/key>/g)).toEqual(['NSMicrophoneUsageDescription'])
  })

  test('match package.json: an update changes nothing', async () => {
    const before = SYNCED_FILES.map(read)
    const { code } = await syncNative()
    expect([code, SYNCED_FILES.map(read)]).toEqual([0, before])
    const { errorPath } = config.server
    expect(read(`native/android/app/src/main/assets/public/${errorPath}`)).toBe(read(`${config.webDir}/${errorPath}`))
  })
})

const log = createLogs({ filter: 'off', pretty: false })('http')

describe('the files that name the apps', () => {
  async function files(env: Record<string, string>) {
    const http = Fastify()
    http.setErrorHandler((error, request, reply) => reply.code(problemOf(error, request, log).problem.status).send())
    registerAppLinks(http, readConfig(env).appLinks)
    const responses = await Promise.all(
      ['assetlinks.json', 'apple-app-site-association'].map((name) => http.inject(`/.well-known/${name}`)),
    )
    await http.close()
    return responses.map((answer) => (answer.statusCode === 200 ? answer.json() : answer.statusCode))
  }

  test('are served as JSON once an app is configured', async () => {
    const fingerprint = Array.from({ length: 32 }, () => 'ab').join(':')
    const [android, ios] = await files({ ANDROID_FINGERPRINTS: fingerprint, IOS_TEAM_ID: 'ABCDE12345' })
    expect(android).toEqual([
      {
        relation: ['delegate_permission/common.handle_all_urls'],
        target: { namespace: 'android_app', package_name: APP_ID, sha256_cert_fingerprints: [fingerprint.toUpperCase()] },
      },
    ])
    expect(ios.applinks.details[0].appIDs).toEqual([`ABCDE12345.${APP_ID}`])
    expect(ios.applinks.details[0].components.at(-1)).toEqual({ '/': '/*' })
  })

  test('are not served without an app identity', async () => {
    expect(await files({})).toEqual([404, 404])
  })

  test.each([{ ANDROID_FINGERPRINTS: 'ab:cd' }, { IOS_TEAM_ID: 'team' }])('rejects %j', (env) => {
    expect(() => readConfig(env)).toThrow(/FINGERPRINTS|IOS_TEAM_ID/)
  })
})
