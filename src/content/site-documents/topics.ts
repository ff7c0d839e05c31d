import type { findShown, SourceDocument } from './shown-documents.ts';

type SiteDocuments = ReturnType<typeof findShown>;

/** Adds the pages of topics: pages show the questions of a topic, but not the topic's own texts. */
export function withTopics(report: SiteDocuments, documents: readonly SourceDocument[]): SiteDocuments {
  const pagesOf = new Map(report.documents.map(([id, , pages]) => [id, pages]));
  const pagesOfTopic = (topicId: string) => {
    const questions = documents.filter(({ _type, topic }) => _type === 'faq' && idOf(topic) === topicId);
    const pages = new Set(questions.flatMap(({ _id }) => pagesOf.get(_id) ?? []));
    return [...pages].toSorted((a, b) => a - b);
  };
  const topics = new Set(documents.flatMap(({ _id, _type }) => (_type === 'faqTopic' ? [_id] : [])));
  return {
    ...report,
    documents: report.documents.map(([id, revision, pages]) => [
      id,
      revision,
      topics.has(id) ? pagesOfTopic(id) : pages,
    ]),
  };
}

const idOf = (topic: unknown) => (topic as { _ref?: string } | undefined)?._ref;
