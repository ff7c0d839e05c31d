import type { Knowledge, Passage } from '#contract/assistant.ts';
import { language } from '#config/language.ts';
import { paths } from '#config/paths.ts';
import { makeIndex } from '#domain/search/passages-index.ts';
import { sanity } from '../client.ts';
import { fillPage } from '../fill/fill.ts';
import { loadDocuments } from '../load-documents.ts';
import { loadOnce } from '../load-once.ts';
import { getCampTiers } from '../camp-tiers.ts';
import { getBases } from '../people.ts';
import type { Report } from '../problem.ts';
import { assistantQuery, writtenAnswersQuery } from '../queries/settings.ts';
import { getSiteSettings } from '../settings.ts';
import { getPassages } from './passages.ts';

/** The most characters of the text. Facts that fill placeholders may make it longer than Studio allows. */
const MAX_VOICE_LENGTH = 400;

export const getAssistant = loadOnce(async (report) => {
  const document = await sanity().fetch(assistantQuery);
  const { facts } = await getSiteSettings(report);
  if (!document) return null;
  const words = await fillPage(document, 'assistant', { facts, report });
  return words.enabled ? words : null;
});

/**
 * Returns the assistant's knowledge, or null if the assistant is switched off. `model` is true if a language model
 * writes the answers.
 */
export async function getKnowledge(report?: Report, model = false): Promise<Knowledge | null> {
  const [words, published, { contact }, bases, tiers] = await Promise.all([
    getAssistant(report),
    getPassages(report),
    getSiteSettings(report),
    getBases(report),
    getCampTiers(report),
  ]);
  if (!words) return null;
  const { heading, opening, disclosure, placeholder, nothing, person, voice } = words;
  const passages = [...(await writtenPassages(published, report)), ...published];
  return {
    words: { heading, opening, disclosure, placeholder, nothing, person },
    suggestions: words.suggestions.map(({ page, questions }) => ({
      page: page ? paths[page] : '',
      questions: questions.filter(isInOwnLanguage),
    })),
    whatsapp: contact.whatsapp,
    ...(contact.dutyPhone && { dutyPhone: contact.dutyPhone }),
    passages,
    places: bases.items.map(({ slug, name, shortName, address }) => ({
      base: slug,
      name,
      short: shortName,
      address,
    })),
    tiers: tiers.map(({ tier, name, days }) => ({ id: tier, name, days })),
    model,
    ...(model && voice && { voice: voice.slice(0, MAX_VOICE_LENGTH) }),
    // This is MiniSearch's JSON format, which the browser reads.
    index: makeIndex(passages).toJSON(),
  };
}

/**
 * Returns whether a question is in this build's language. A question in English would find nothing among Chinese
 * answers.
 */
const isInOwnLanguage = (question: string) => language === 'en' || /\p{Script=Han}/u.test(question);

/** Answers that marketing wrote or prefers, with the questions that lead to them. */
async function writtenPassages(published: readonly Passage[], report?: Report): Promise<Passage[]> {
  const { facts } = await getSiteSettings(report);
  const documents = await sanity().fetch(writtenAnswersQuery);
  const { items } = await loadDocuments(documents, {
    facts,
    ...(report && { report }),
    defaults: { shown: true },
  });
  return items
    .filter(({ shown }) => shown)
    .flatMap(({ _id: id, questions, answer, pinned, link }) => {
      const [title = '', ...otherQuestions] = questions;
      const text = published.find((passage) => passage.id === pinned);
      if (!title || (!answer && !text)) return [];
      const common = {
        id,
        kind: 'written' as const,
        searchPhrases: [...otherQuestions, ...(text ? [title] : [])],
      };
      if (text && !answer) return [{ ...text, ...common }];
      const leadsTo = { href: link?.href ?? '', where: link?.label ?? '' };
      return [{ ...common, topic: 'us' as const, title, text: answer, ...leadsTo }];
    });
}
