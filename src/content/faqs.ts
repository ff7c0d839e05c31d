import { plainText } from '#domain/rich-text.ts';
import { sanity } from './client.ts';
import type { Id } from './fill/filled-types.ts';
import { loadDocuments, type LoadedDocuments } from './load-documents.ts';
import { loadOnce } from './load-once.ts';
import { ContentError, type Named } from './problem.ts';
import { faqsQuery, faqTopicsQuery } from './queries/people.ts';
import { getSiteSettings } from './settings.ts';
import type { FaqsQueryResult, FaqTopicsQueryResult } from './types.gen.ts';

/** A parents' question (spec 2 §3); `topic` is the id of its topic, and `text` the answer without styles. */
export type Faq = Awaited<ReturnType<typeof getFaqs>>['items'][number];

/** All questions, and the topics in order. Throws for a question whose topic no longer exists. */
export const getFaqs = loadOnce(async (report) => {
  const topics: FaqTopicsQueryResult = await sanity().fetch(faqTopicsQuery);
  const faqs: FaqsQueryResult = await sanity().fetch(faqsQuery);
  const { facts } = await getSiteSettings(report);
  const loadedTopics = await loadDocuments(topics, { facts, report });
  const loaded = await loadDocuments(faqs, { facts, report });
  for (const { _id, question, topic } of loaded.items) {
    if (loadedTopics.publishedIds.has(topic)) continue;
    throw new ContentError(
      { _id, type: 'faq', title: question },
      `refers to a topic that is not there: ${topic}.`,
    );
  }
  // A question without an answer, or the reverse, is left out.
  const items = loaded.items
    .map((item) => ({ ...item, text: plainText(item.answer) }))
    .filter(({ question, text }) => question !== '' && text !== '');
  return { ...loaded, items, topics: loadedTopics };
});

/** The questions that a page chose, grouped by topic. */
export function selectFaqs(
  ids: readonly Id[],
  { items, topics }: { items: Faq[]; topics: LoadedDocuments<unknown> },
  page: Named,
): Faq[] {
  return ids.flatMap((id) => {
    if (!topics.publishedIds.has(id))
      throw new ContentError(page, `refers in “faq” to a topic that is not there: ${id}.`);
    return items.filter(({ topic }) => topic === id);
  });
}
