import { expect, it } from 'vitest';
import { splitAtNames } from '#domain/split-at-names.ts';

it.each<[string, string[], string[]]>([
  ['Kai turns 7 in May.', ['Kai'], ['', 'Kai', ' turns 7 in May.']],
  ['Kai and Mira are in.', ['Mira', 'Kai'], ['', 'Kai', ' and ', 'Mira', ' are in.']],
  ['Tell us about Mei’s health.', ['Mei'], ['Tell us about ', 'Mei', '’s health.']],
  ['Ann Lee and Ann', ['Ann', 'Ann Lee'], ['', 'Ann Lee', ' and ', 'Ann', '']],
  ['Also for Al.', ['Al'], ['Also for ', 'Al', '.']],
  ['Zoé and Zo', ['Zo'], ['Zoé and ', 'Zo', '']],
  ['For \u2068نور\u2069: 3', ['نور'], ['For \u2068', 'نور', '\u2069: 3']],
  ['For J.R. (Jr)', ['J.R. (Jr)'], ['For ', 'J.R. (Jr)', '']],
  ['A bean is no name here.', ['', ' '], ['A bean is no name here.']],
])('the text “%s” is divided at %j', (text, names, parts) =>
  expect(splitAtNames(text, names)).toEqual(parts),
);
