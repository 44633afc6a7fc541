import Fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { registerSiteFiles } from './site-files.ts'

const app = Fastify()
afterEach(() => app.close())

test('the sitemap has public pages and items, read once an hour, and robots.txt allows their requests', async () => {
  let reads = 0
  registerSiteFiles(app, 'https://wave.example', async () => {
    reads++
    if (reads === 1) throw new Error('the database is down')
    return ['/artist/a1']
  })
  const read = async (url: string) => (await app.inject(url)).payload
  expect((await app.inject('/sitemap.xml')).statusCode).toBe(500)
  expect(await read('/sitemap.xml')).toContain('<loc>https://wave.example/artist/a1</loc>')
  expect(await read('/sitemap.xml')).toContain('<loc>https://wave.example/privacy-policy</loc>')
  expect(reads).toBe(2)
  const robots = await read('/robots.txt')
  for (const line of [
    'Allow: /app/public/',
    'Allow: /identity/get-session',
    'Disallow: /app/',
    'Sitemap: https://wave.example/sitemap.xml',
  ])
    expect(robots.split('\n')).toContain(line)
})
