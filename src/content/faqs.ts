import { plainText } from '#domain/rich-text.ts';
import { sanity } from './client.ts';
import type { Id } from './fill/filled-types.ts';
import { loadDocuments, type LoadedDocuments } from './load-documents.ts';
import { loadOnce } from './load-once.ts';
import { ContentError, type DocumentRef } from './problem.ts';
import { faqsQuery, faqTopicsQuery } from './queries/people.ts';
import { getSiteSettings } from './settings.ts';
import type { FaqsQueryResult, FaqTopicsQueryResult } from './types.gen.ts';

/** A question that parents ask (spec 2 §3). `topic` is a topic's id, and `text` is the answer without styles. */
export type Faq = Awaited<ReturnType<typeof getFaqs>>['items'][number];

/** Returns all questions, and the topics in order. Throws for a question whose topic no longer exists. */
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
  // Questions without an answer, and answers without a question, are left out.
  const items = loaded.items
    .map((item) => ({ ...item, text: plainText(item.answer) }))
    .filter(({ question, text }) => question !== '' && text !== '');
  return { ...loaded, items, topics: loadedTopics };
});

/** Returns the questions that a page chose, grouped by topic. */
export function selectFaqs(
  ids: readonly Id[],
  { items, topics }: { items: Faq[]; topics: LoadedDocuments<unknown> },
  page: DocumentRef,
): Faq[] {
  return ids.flatMap((id) => {
    if (!topics.publishedIds.has(id))
      throw new ContentError(page, `refers in “faq” to a topic that is not there: ${id}.`);
    return items.filter(({ topic }) => topic === id);
  });
}
