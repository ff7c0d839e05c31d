import type { Passage, Topic } from '#contract/assistant.ts';
import MiniSearch, { type Options } from 'minisearch';
import { isStopWord, stem, splitWords } from './terms.ts';

/** What is indexed of a passage. The caller corrects and expands terms before the search. */
type Indexed = Pick<Passage, 'id' | 'title' | 'text'> & { searchPhrases: string; about: string };

/** Additional search words for each topic. The topic's own texts do not repeat them. */
const about: Record<Topic, string> = {
  camps: 'camp holiday',
  epic: 'epic camp',
  classes: 'class skate',
  passes: 'pass',
  'try-out': 'tryout',
  birthdays: 'birthday party',
  booking: 'booking',
  us: '',
};

const options: Options<Indexed> = {
  fields: ['title', 'searchPhrases', 'text', 'about'],
  tokenize: splitWords,
  processTerm: (word) => (isStopWord(word) ? null : stem(word)),
  // The caller has already split the query into terms.
  searchOptions: { tokenize: (term) => [term], processTerm: (term) => term },
  autoSuggestOptions: { tokenize: (term) => [term], processTerm: (term) => term },
};

export function makeIndex(passages: readonly Passage[]): MiniSearch<Indexed> {
  const index = new MiniSearch(options);
  index.addAll(
    passages.map(({ id, title, text, topic, searchPhrases = [] }) => ({
      id,
      title,
      text,
      searchPhrases: searchPhrases.join(' · '),
      about: about[topic],
    })),
  );
  return index;
}

export type PassagesIndex = MiniSearch<Indexed>;

/** Reads an index that `makeIndex` wrote. Throws if its format differs. */
export const readIndex = (index: unknown): PassagesIndex =>
  MiniSearch.loadJS<Indexed>(index as Parameters<typeof MiniSearch.loadJS>[0], options);
