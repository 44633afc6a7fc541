import { describe, expect, it } from 'vitest'
import { isRootLink, pathOfAppLink } from './app-link.ts'

const host = 'wavelength.example'

describe('app links', () => {
  it.each([
    ['https://wavelength.example/profile/u1', '/profile/u1'],
    ['https://wavelength.example/moments?post=m1&tab=buddies', '/moments?post=m1&tab=buddies'],
    ['https://wavelength.example/chat?uid=a%20b', '/chat?uid=a%20b'],
    ['https://wavelength.example/login?mode=custom-token#code', '/login?mode=custom-token#code'],
    ['wavelength://app/login?mode=custom-token#code', '/login?mode=custom-token#code'],
    ['wavelength://app/chat/', '/chat/'],
    ['HTTPS://WAVELENGTH.EXAMPLE/chat', '/chat'],
    // The app itself.
    ['https://wavelength.example', null],
    ['https://wavelength.example/', null],
    ['https://wavelength.example/?a=1', null],
    ['wavelength://app', null],
    ['wavelength://app/', null],
    // Other hosts, or invalid addresses.
    ['', null],
    ['not an address', null],
    ['/chat', null],
    ['http://wavelength.example/chat', null],
    ['https://evil.example/chat', null],
    ['https://wavelength.example.evil.example/chat', null],
    ['https://wavelength.example:444/chat', null],
    ['https://mira@wavelength.example/chat', null],
    ['https://wavelength.example//evil.example/chat', null],
    ['https://wavelength.example/.//evil.example', null],
    ['wavelength://app/\\evil.io', null],
    ['wavelength://app//evil.io', null],
    ['wavelength://app/%5Cevil.io', null],
    ['https://wavelength.example/\\evil.io', null],
    ['wavelength://evil/chat', null],
    ['wavelength:chat', null],
    ['javascript://app/%0aalert(1)', null],
    ['intent://app/chat', null],
    ['file:///etc/passwd', null],
  ])('%j opens %j', (address, path) => {
    expect(pathOfAppLink(address, host)).toBe(path)
  })

  it.each([
    ['https://wavelength.example/', true],
    ['wavelength://app', true],
    ['https://evil.example/', false],
    ['', false],
    ['https://wavelength.example/chat', false],
  ])('%j is the app itself: %j', (address, isRoot) => {
    expect(isRootLink(address, host)).toBe(isRoot)
  })
})
