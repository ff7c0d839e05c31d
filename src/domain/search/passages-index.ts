import type { Passage, Topic } from '#contract/assistant.ts';
import MiniSearch, { type Options } from 'minisearch';
import { isSilent, stem, wordsOf } from './terms.ts';

/**
 * The index of passages: made at build, loaded in the browser. Terms are corrected and widened before they are asked.
 */
type Indexed = Pick<Passage, 'id' | 'title' | 'text'> & { asked: string; about: string };

/** What is not said again on a page that is about it. */
const about: Record<Topic, string> = {
  ...{
    camps: 'camp holiday',
    epic: 'epic camp',
    classes: 'class skate',
    passes: 'pass',
    'try-out': 'tryout',
  },
  ...{ birthdays: 'birthday party', booking: 'booking', us: '' },
};

const options: Options<Indexed> = {
  fields: ['title', 'asked', 'text', 'about'],
  tokenize: wordsOf,
  processTerm: (word) => (isSilent(word) ? null : stem(word)),
  // Who asks has the terms already.
  searchOptions: { tokenize: (term) => [term], processTerm: (term) => term },
  autoSuggestOptions: { tokenize: (term) => [term], processTerm: (term) => term },
};

export function makeIndex(passages: readonly Passage[]): MiniSearch<Indexed> {
  const index = new MiniSearch(options);
  index.addAll(
    passages.map(({ id, title, text, topic, asked = [] }) => ({
      ...{ id, title, text, asked: asked.join(' · '), about: about[topic] },
    })),
  );
  return index;
}

export type PassagesIndex = MiniSearch<Indexed>;

/** As `makeIndex` wrote it; throws for one of another make. */
export const readIndex = (index: unknown): PassagesIndex =>
  MiniSearch.loadJS<Indexed>(index as Parameters<typeof MiniSearch.loadJS>[0], options);
