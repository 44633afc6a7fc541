import type { Genre, Topic } from '#contract/taste/print.ts'

/**
 * The crowds of the demo world. A person belongs to one to three of them, so crowds overlap. `loves` are what the crowd shares beyond its
 * genres: names of the starter catalog.
 */
export const clusters = {
  nightdrive: {
    bars: ['electronic', 'ambient', 'house'],
    loves: ['Bonobo', 'Little Dragon', 'Moby', 'Flume', 'The Cinematic Orchestra', 'Lofi Girl', 'Ben Böhmer'],
  },
  bedroom: {
    bars: ['indie-pop', 'singer-songwriter', 'indie-rock'],
    loves: ['Clairo', 'Phoebe Bridgers', 'Faye Webster', 'Mitski', 'Alvvays', 'Snail Mail'],
  },
  garage: {
    bars: ['indie-rock', 'alternative', 'punk'],
    loves: ['Yeah Yeah Yeahs', 'Wet Leg', 'PUP', 'Bloc Party', 'Courtney Barnett', 'BlankTV'],
  },
  crates: {
    bars: ['rap-underground', 'hip-hop', 'jazz'],
    loves: ['MF DOOM', 'Madvillain', 'A Tribe Called Quest', 'Thundercat', 'Quasimoto', 'De La Soul'],
  },
  charts: { bars: ['pop', 'dance-pop'], loves: ['Dua Lipa', 'Taylor Swift', 'Harry Styles', 'Carly Rae Jepsen', 'Ariana Grande'] },
  loud: { bars: ['metal', 'rock', 'alternative'], loves: ['Metallica', 'Rage Against The Machine', 'Linkin Park', 'Muse', 'Disturbed'] },
  porch: {
    bars: ['folk', 'country', 'classic-rock'],
    loves: ['Johnny Cash', 'Fleet Foxes', 'Simon & Garfunkel', 'The Wood Brothers', 'Waxahatchee'],
  },
  floor: { bars: ['house', 'dance-pop', 'electronic'], loves: ['KAYTRANADA', 'Purple Disco Machine', 'Hot Chip', 'ZHU', 'Claptone'] },
  velvet: {
    bars: ['soul', 'rnb', 'afrobeats', 'jazz'],
    loves: ['SAULT', 'Little Simz', 'Burna Boy', 'Kelela', 'Tony Allen', 'Frank Ocean'],
  },
  sol: { bars: ['latin', 'rnb', 'pop'], loves: ['Bad Bunny', 'Kali Uchis', 'J Balvin', 'Zion & Lennox'] },
  scores: {
    bars: ['soundtrack', 'classical', 'ambient'],
    loves: ['Nobuo Uematsu', 'Toby Fox', 'Mitsuko Uchida', 'John Powell', 'Kishi Bashi'],
  },
  experiments: {
    bars: ['electronic', 'alternative', 'rnb'],
    loves: ['FKA twigs', 'SOPHIE', 'Grimes', 'St. Vincent', 'Animal Collective', 'Caroline Polachek'],
  },
  curious: { bars: ['science', 'mathematics'], loves: ['3Blue1Brown', 'Vsauce', 'SciShow', 'Tom Scott'] },
  makers: { bars: ['programming', 'technology'], loves: ['Computerphile', 'Technology Connections', 'Armin Ronacher', 'Blender'] },
  streets: { bars: ['cities', 'design', 'film'], loves: ['Not Just Bikes', '99% Invisible', 'CaseyNeistat'] },
  couch: { bars: ['gaming', 'comedy'], loves: ['Scott The Woz', 'Markiplier', 'Quackity'] },
  outside: { bars: ['sport', 'film'], loves: ["Jamie O'Brien", 'SURFER', 'Red Bull', 'GoPro'] },
  talks: { bars: ['talks', 'news', 'science'], loves: ['TED-Ed', 'TED', 'DW News'] },
} as const satisfies Record<string, { bars: readonly (Genre | Topic)[]; loves: readonly string[] }>

export type ClusterName = keyof typeof clusters
