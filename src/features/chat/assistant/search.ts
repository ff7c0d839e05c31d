import { tierTopics, type Knowledge, type Passage, type Topic } from '#contract/assistant.ts';
import { readIndex, type PassagesIndex } from '#domain/search/passages-index.ts';
import { isStopWord, stem, extractTerms, splitWords } from '#domain/search/terms.ts';
import { withSynonyms } from './synonyms.ts';

/**
 * A passage that was found. Typing mistakes are corrected to words of the index. A word that is still unknown lowers
 * the score.
 */
export interface SearchResult {
  passage: Passage;
  score: number;
  /** The share of the question that the passage covers, from 0 to 1. Rare words weigh more. */
  covered: number;
  /** The share of the passage's title, or of another wording of it, that the question contains, from 0 to 1. */
  fit: number;
}

/** The weights of passages. Those that answer a question come before those that only mention its subject. */
const weights: Record<Passage['kind'], number> = {
  written: 2,
  faq: 2,
  offer: 0.9,
  place: 1.1,
  person: 0.6,
  legal: 0.8,
  section: 0.8,
};
/** The factor of passages on the topic of the question. If the question has none, the topic of the page counts. */
const SAME_TOPIC = 1.5;
const OTHER_TOPIC = 0.6;
const UNNAMED = 0.7;
/** The weight of a synonym, which is lower than that of the word itself. */
const WIDENED = 0.7;
/**
 * The parameters of the ranking. `b` is lower than usual, so that a short title does not outrank a long one by much.
 */
const bm25 = { k: 1.2, b: 0.4, d: 0.5 };

/**
 * The weight of an unknown word. It counts like a rare one, because parents use words that our pages do not contain.
 */
const RAREST = 4.5;

interface Group {
  terms: readonly string[];
  scores: ReadonlyMap<string, number>;
  rarity: number;
}

export function createSearch({ passages, index: indexText }: Pick<Knowledge, 'passages' | 'index'>) {
  const index = readIndex(indexText);

  /** Returns the passages that match a word, either through the word itself or through its best synonym. */
  function groupOf(word: string): Group {
    const scores = new Map<string, number>();
    const terms = withSynonyms(stem(word));
    for (const [place, term] of terms.entries())
      for (const { id, score } of index.search(term, {
        boost: { title: 2.2, searchPhrases: 2.2, about: 0.4 },
        bm25,
      })) {
        const weightedScore = score * (place === 0 ? 1 : WIDENED);
        scores.set(String(id), Math.max(scores.get(String(id)) ?? 0, weightedScore));
      }
    const rarity = Math.log(1 + (passages.length - scores.size + 0.5) / (scores.size + 0.5));
    return { terms, scores, rarity: Math.min(RAREST, rarity) };
  }

  const titles = new Map(
    passages.map(({ id, title, searchPhrases = [] }) => [id, [title, ...searchPhrases].map(extractTerms)]),
  );
  const fitOf = ({ id }: Passage, terms: ReadonlySet<string>) =>
    Math.max(
      ...(titles.get(id) ?? []).map((title) =>
        title.length === 0 ? 0 : title.filter((term) => terms.has(term)).length / title.length,
      ),
    );

  return {
    correct: (question: string, knownWords: ReadonlySet<string>): string =>
      splitWords(question)
        .map((word) =>
          isStopWord(word) || knownWords.has(word)
            ? word
            : (similarWord(knownWords, word) ??
              (isInIndex(index, word) ? word : correctWord(index, knownWords, word))),
        )
        .join(' '),

    find(question: string, topic: Topic | null): SearchResult[] {
      const groups = splitWords(question.replace(statedAge, '')).filter(isCounted).map(groupOf);
      const terms = new Set(groups.flatMap((group) => group.terms));
      const fullWeight = groups.reduce((sum, { rarity }) => sum + rarity, 0);
      return passages
        .flatMap((passage) => {
          const matchedGroups = groups.filter(({ scores }) => scores.has(passage.id));
          if (matchedGroups.length === 0) return [];
          const sum = matchedGroups.reduce((total, { scores }) => total + (scores.get(passage.id) ?? 0), 0);
          const coveredShare = matchedGroups.reduce((total, { rarity }) => total + rarity, 0) / fullWeight;
          const fit = fitOf(passage, terms);
          const weight = weights[passage.kind] * topicFactor(passage.topic, topic) * (1 + fit);
          return [{ passage, score: sum * weight * coveredShare ** 1.5, covered: coveredShare, fit }];
        })
        .toSorted((a, b) => b.score - a.score);
    },
  };
}

/** Related topics. For example, a passage about classes may answer a question about a pass. */
const families: readonly (readonly Topic[])[] = [
  ['camps', ...tierTopics],
  ['classes', 'passes', 'try-out'],
];

function topicFactor(passageTopic: Topic, questionTopic: Topic | null): number {
  if (passageTopic === 'us' || passageTopic === 'booking') return 1;
  // A question about a party or a tier usually names it, so these passages rank lower for other
  // questions.
  if (questionTopic === null)
    return passageTopic === 'birthdays' || tierTopics.includes(passageTopic) ? UNNAMED : 1;
  if (passageTopic === questionTopic) return SAME_TOPIC;
  return families.some((family) => family.includes(passageTopic) && family.includes(questionTopic))
    ? 1
    : OTHER_TOPIC;
}

/** Matches the age of a child. No passage contains one, so the search ignores it. */
const statedAge = /\b\d{1,2} ?(yo|yrs?|years?)( olds?)?\b/g;

const isCounted = (word: string) => !isStopWord(word) && !/^\d+$/.test(word);

const isInIndex = (index: PassagesIndex, word: string) =>
  /\d/.test(word) || index.search({ combineWith: 'OR', queries: withSynonyms(stem(word)) }).length > 0;

/** Returns how many wrong letters are corrected. It is none in a short word and two in a long one. */
const allowedMistakes = (word: string) => (word.length < 4 ? 0 : word.length < 7 ? 1 : 2);

/** Returns the word of the lexicon that has a similar stem, such as "ignite" for "ignit". */
const similarWord = (knownWords: ReadonlySet<string>, word: string) =>
  [...knownWords].find(
    (candidate) => candidate.length > 4 && stem(candidate) === word && distance(candidate, word) === 1,
  );

function correctWord(index: PassagesIndex, knownWords: ReadonlySet<string>, word: string): string {
  const mostMistakes = allowedMistakes(word);
  if (mostMistakes === 0) return word;
  const similar = [...knownWords].filter(
    (candidate) => candidate.length > 3 && distance(candidate, word) <= mostMistakes,
  );
  if (similar.length > 0) return similar.toSorted((a, b) => distance(a, word) - distance(b, word))[0] ?? word;
  const [suggestion] = index.autoSuggest(word, { fuzzy: mostMistakes, prefix: false });
  return suggestion?.terms[0] ?? word;
}

/** Counts the letters that are added, missing, wrong or swapped (Damerau distance). */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3;
  const rows = [[...Array(b.length + 1).keys()]];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      const leastDistance = Math.min(
        (rows[i - 1]?.[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (rows[i - 1]?.[j - 1] ?? 0) + cost,
      );
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(swapped ? Math.min(leastDistance, (rows[i - 2]?.[j - 2] ?? 0) + 1) : leastDistance);
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? 0;
}
