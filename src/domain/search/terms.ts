import { stemmer } from 'stemmer';

/** The index and a search turn texts into terms in the same way. */

const stopWords = new Set(
  `a about above across best compulsory mandatory optional difference different create during per really whole join joining
  because another info information details recommend suggest explain tell understand include included includes including send actually ah all allowed already also am an and any anot anyone are as ask at aye be been being bo but by can cannot
  cant come could dear did do does doesnt doing done dont dun each even every exactly for from get gets getting give go going gonna got gotta had has have
  having he hello help her here hers hey hi him his hor how i if in inside into is isnt issit it its itself just kindly know la
  lah lei leh let like lor lo ma mah make many may me meh mine more most much must my need needed needs nice no not now of
  off ok okay on one only or other our ours out over own pls please plz possible provide provided quite really same say see she should
  shall so some sorry still such sure take tell than thank thanks that the their them then there these they thing things
  this those to too u under until up upon ur us use using very walao wan want wanted wants was wat way we well were what whats when
  where wheres whether which while who whole whom whose why will with within without wish wondering would ya yah yes yet you your yours`.split(
    /\s+/,
  ),
);

/** Returns the words of a text in lower case, without accents, apostrophes and punctuation. */
export const splitWords = (text: string): string[] =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f’'‘]/g, '')
    .replace(/\btry[- ]?outs?\b/g, 'tryout')
    .replace(/\bx[- ]term\b/g, 'xterm')
    .replace(/\bpick[- ]?ups?\b/g, 'pickup')
    .replace(/\bdrop[- ]?offs?\b/g, 'dropoff')
    .replace(/\bmake[- ]?ups?\b/g, 'makeup')
    .replace(/\bdoor[- ]to[- ]door\b/g, 'doortodoor')
    .match(/[\p{L}\p{N}]+/gu) ?? [];

export const isStopWord = (word: string): boolean => stopWords.has(word);

/** Returns a word in the form in which the index contains it. */
export const stem = (word: string): string => stemmer(word);

export const extractTerms = (text: string): string[] =>
  splitWords(text)
    .filter((word) => !isStopWord(word))
    .map(stem);
