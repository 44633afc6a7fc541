import type { ClusterName } from './clusters.ts'

export type DemoPerson = {
  userName: string
  name: string
  place: string | null
  languages: string[]
  bio: string
  /** Main crowd first; the first counts most. */
  crowds: ClusterName[]
}

const person = (
  userName: string,
  name: string,
  place: string | null,
  languages: string,
  bio: string,
  ...crowds: ClusterName[]
): DemoPerson => ({
  userName,
  name,
  place,
  languages: languages.split(' '),
  bio,
  crowds,
})

/** The people of the demo world. All are invented; the first three have a login. */
export const demoPeople: readonly DemoPerson[] = [
  person(
    'mira',
    'Mira Kessler',
    'Leipzig',
    'de en',
    'Headphones first, then coffee. Slow electronics and long videos about small things.',
    'nightdrive',
    'velvet',
    'curious',
  ),
  person(
    'jonas',
    'Jonas Weir',
    'Leipzig',
    'de en',
    'Dub, desert guitars and videos about how things are made. Always looking for the B-side.',
    'nightdrive',
    'crates',
    'curious',
    'makers',
  ),
  person('amara', 'Amara Obi', 'London', 'en', 'If the drums are right I forgive everything else.', 'velvet', 'crates', 'streets'),
  person('tomas', 'Tomás Ruiz', 'Valencia', 'es en', 'Vinyl corner, small kitchen, big speakers.', 'experiments', 'garage', 'streets'),
  person('lenaf', 'Lena Fischer', 'Hamburg', 'de en', 'Film cuts and guitar tone. Will send you a playlist.', 'bedroom', 'garage', 'talks'),
  person('kofi.mensah', 'Kofi Mensah', 'Accra', 'en', 'Highlife at home, house on the road.', 'velvet', 'floor', 'outside'),
  person('yuki', '高橋 ゆき', '札幌', 'ja en', 'ゲーム音楽とピアノ。', 'scores', 'bedroom', 'couch'),
  person('leila', 'ليلى حداد', 'بيروت', 'ar fr en', 'أحب الأصوات الهادئة والأفلام الطويلة.', 'velvet', 'nightdrive', 'talks'),
  person('bram', 'Bram de Vries', 'Utrecht', 'nl en', 'Cyclist, obviously.', 'garage', 'streets', 'makers'),
  person('sofia.l', 'Sofía Lozano', 'Ciudad de México', 'es en', 'Bailo mientras cocino.', 'sol', 'charts', 'streets'),
  person('ines', 'Inês Carvalho', 'Porto', 'pt en', 'Rain, records, repeat.', 'bedroom', 'porch', 'streets'),
  person('dmitri', 'Дмитрий Орлов', 'Тбилиси', 'ru en', 'Шум, ритм и немного математики.', 'loud', 'experiments', 'curious'),
  person('noor', 'Noor Rahman', 'Manchester', 'en bn', 'Sad songs, happy commits.', 'bedroom', 'makers', 'curious'),
  person('ezra', 'Ezra Whitlock', 'Portland', 'en', 'Banjo owner. I apologise in advance.', 'porch', 'bedroom', 'outside'),
  person('camille', 'Camille Laurent', 'Lyon', 'fr en', 'La nuit, la pluie, la basse.', 'nightdrive', 'experiments', 'streets'),
  person('oskar', 'Oskar Nyström', 'Göteborg', 'sv en', 'Pop is a craft.', 'charts', 'floor', 'couch'),
  person('priya', 'Priya Nair', 'Bengaluru', 'en hi', 'Debugging with strings attached.', 'scores', 'makers', 'curious'),
  person('malik', 'Malik Johnson', 'Atlanta', 'en', 'Verse collector.', 'crates', 'velvet', 'couch'),
  person('hana', '김하나', '서울', 'ko en', '밤 산책용 노래만 모읍니다.', 'charts', 'nightdrive', 'couch'),
  person('gus', 'Gus Okafor', 'Lagos', 'en', 'Afrobeats, amapiano, arguments.', 'velvet', 'sol', 'outside'),
  person('freya', 'Freya Lindqvist', 'Malmö', 'sv en', 'Synths before breakfast.', 'experiments', 'floor', 'talks'),
  person('rafa', 'Rafael Monteiro', 'São Paulo', 'pt es', 'Surf quando dá.', 'sol', 'nightdrive', 'outside'),
  person('ada.w', 'Ada Wójcik', 'Kraków', 'pl en', 'Proofs and punk.', 'garage', 'curious', 'makers'),
  person('theo', 'Theo Papadakis', 'Athens', 'el en', 'Loud on purpose.', 'loud', 'garage', 'outside'),
  person('june', 'June Abernathy', 'Asheville', 'en', 'Grandad’s records, my turntable.', 'porch', 'loud', 'talks'),
  person('kwame', 'Kwame Boateng', 'Kumasi', 'en', 'Beat maker, maths teacher.', 'crates', 'velvet', 'curious'),
  person('elif', 'Elif Yılmaz', 'İzmir', 'tr en', 'Deniz kenarında uzun listeler.', 'bedroom', 'nightdrive', 'streets'),
  person('nikolai', 'Nikolai Brandt', 'Berlin', 'de en', 'Four on the floor, nine to five.', 'floor', 'nightdrive', 'makers'),
  person('zara.k', 'Zara Khan', 'Lahore', 'en ur', 'Choruses that lift off.', 'charts', 'velvet', 'talks'),
  person('santi', 'Santiago Vega', 'Bogotá', 'es en', 'Perreo y palomitas.', 'sol', 'floor', 'couch'),
  person('maeve', 'Maeve O’Connell', 'Galway', 'en ga', 'Harmony or nothing.', 'porch', 'bedroom', 'curious'),
  person('luca', 'Luca Ferraro', 'Torino', 'it en', 'Chitarre, ma con gusto.', 'garage', 'loud', 'streets'),
  person(
    'anouk',
    'Anouk Visser',
    'Rotterdam',
    'nl en',
    'I judge a city by its bike lanes and its record shops.',
    'experiments',
    'velvet',
    'streets',
  ),
  person('desmond', 'Desmond Clarke', 'Kingston', 'en', 'Low end theory, applied.', 'crates', 'nightdrive', 'talks'),
  person('mei', '林美', '台北', 'zh en', '鋼琴、貓、紀錄片。', 'scores', 'bedroom', 'talks'),
  person('harriet', 'Harriet Bell', 'Bristol', 'en', 'Trip hop never left.', 'nightdrive', 'crates', 'streets'),
  person('joaquin', 'Joaquín Herrera', 'Montevideo', 'es en', 'Mate y rock.', 'loud', 'porch', 'outside'),
  person('astrid', 'Astrid Holm', 'Bergen', 'no en', 'Weather music.', 'bedroom', 'experiments', 'outside'),
  person('callum', 'Callum Fraser', 'Glasgow', 'en', 'CHVRCHES made me do it.', 'garage', 'charts', 'couch'),
  person('nadia', 'Nadia Benali', 'Casablanca', 'fr ar en', 'Entre soul et silence.', 'velvet', 'scores', 'streets'),
  person('victor', 'Victor Almgren', 'Uppsala', 'sv en', 'Type systems and treble.', 'makers', 'nightdrive', 'curious'),
  person('ruby', 'Ruby Castellano', 'Chicago', 'en', 'House is a feeling and a zip code.', 'floor', 'velvet', 'streets'),
  person('hiro', '佐藤 弘', '大阪', 'ja', 'RPGのサントラとレコード。', 'scores', 'couch', 'makers'),
  person('talia', 'Talia Rosen', 'Tel Aviv', 'he en', 'Small rooms, loud choruses.', 'charts', 'experiments', 'talks'),
  person('otis', 'Otis Freeman', 'Memphis', 'en', 'Soul is a verb.', 'velvet', 'porch', 'couch'),
  person('clara', 'Clara Hoffmann', 'Wien', 'de en', 'Klavier, aber auch Techno.', 'scores', 'floor', 'talks'),
  person('pavel', 'Pavel Novotný', 'Brno', 'cs en', 'Riffs.', 'loud', 'makers', 'couch'),
  person('isla', 'Isla McKenzie', 'Edinburgh', 'en', 'Surfs cold water, plays warm records.', 'garage', 'outside', 'curious'),
  person('emeka', 'Emeka Eze', 'Enugu', 'en ig', 'Bars over everything.', 'crates', 'floor', 'makers'),
  person('vera', 'Vera Lindholm', 'Helsinki', 'fi en', 'Dark pop for dark months.', 'experiments', 'bedroom', 'scores'),
  person('diego', 'Diego Salas', 'Santiago', 'es', 'Skate, sol, sintetizadores.', 'outside', 'nightdrive', 'sol'),
  person('margot', 'Margot Dubois', 'Bruxelles', 'fr nl en', 'Les paroles d’abord.', 'bedroom', 'porch', 'talks'),
  person('jamal', 'Jamal Whitaker', 'Detroit', 'en', 'Dilla time.', 'crates', 'floor', 'curious'),
  person('signe', 'Signe Madsen', 'København', 'da en', 'Cargo bike with a speaker.', 'floor', 'charts', 'streets'),
  person('arjun', 'Arjun Mehta', 'Mumbai', 'hi en', 'Distortion and docs.', 'loud', 'makers', 'curious'),
  person('wren', 'Wren Holloway', 'Austin', 'en', 'Half country, half chaos.', 'porch', 'garage', 'couch'),
  person('bea', 'Beatriz Souza', 'Lisboa', 'pt en', 'Dança primeiro, perguntas depois.', 'floor', 'sol', 'streets'),
  person(
    'felix',
    'Felix Baumgartner-Wolkenstein zu Hohenburg',
    'Graz',
    'de en',
    'The name is longer than most of my playlists.',
    'garage',
    'nightdrive',
    'makers',
  ),
  person('tess', 'Tess Moreau', 'Montréal', 'fr en', 'Arcade Fire at full volume, neighbours forgive me.', 'garage', 'bedroom', 'talks'),
  person('kai', 'Kai Nakamura', 'Honolulu', 'en ja', 'Swell charts and soul.', 'outside', 'velvet', 'bedroom'),
  person('olga', 'Olga Petrenko', 'Львів', 'uk en', 'Люблю голоси, що трохи тремтять.', 'bedroom', 'experiments', 'curious'),
  person('marcus', 'Marcus Thorne', 'Cape Town', 'en af', 'Long drives, longer mixes.', 'nightdrive', 'floor', 'outside'),
  person('sunny', 'Sunny Park', 'Los Angeles', 'en ko', 'Pop scholar.', 'charts', 'sol', 'couch'),
  person('idris', 'Idris Farah', 'Nairobi', 'sw en', 'Jazz chords in rap songs.', 'crates', 'velvet', 'makers'),
]

const englishSpeakers = new Set(demoPeople.filter(({ languages }) => languages.includes('en')).map(({ userName }) => userName))

/** Whether this person writes in English. */
export const speaksEnglish = (userName: string): boolean => englishSpeakers.has(userName)

/** Logins of the demo world, printed at start. Rejected at a public address. */
export const demoLogins = demoPeople
  .slice(0, 3)
  .map(({ userName, name }) => ({ userName, name, email: `${userName}@demo.test`, password: 'wavelength' }))

/** Two people whose match the landing page shows to visitors. */
export const demoExample = ['amara', 'malik'] as const
