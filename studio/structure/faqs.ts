import type { StructureBuilder } from 'sanity/structure';
import { faqInTopic } from './faq-in-topic.ts';
import { viewsOf } from './views.ts';

/** The FAQ topics. Each has its form and its questions. */
export const faqTopics = (S: StructureBuilder) =>
  S.listItem()
    .id('faqs')
    .title('FAQs')
    .icon(() => '💡')
    .child(
      S.documentTypeList('faqTopic')
        .id('faqs')
        .title('FAQs')
        .defaultOrdering([{ field: 'order', direction: 'asc' }])
        .child((topicId) =>
          S.list()
            .id(topicId)
            .title('Topic')
            .items([
              S.listItem()
                .id('topic')
                .title('Name and order')
                .icon(() => '🗂️')
                .child(S.document().id('topic').schemaType('faqTopic').documentId(topicId).views(viewsOf(S))),
              S.listItem()
                .id('questions')
                .title('Questions')
                .icon(() => '💡')
                .child(
                  S.documentTypeList('faq')
                    .id('questions')
                    .title('Questions')
                    .filter('_type == "faq" && topic._ref == $topicId')
                    .params({ topicId })
                    .defaultOrdering([{ field: 'order', direction: 'asc' }])
                    // This must be last, because each later step of Sanity's builder would add the
                    // type's own “+” again, which has no topic.
                    .initialValueTemplates([S.initialValueTemplateItem(faqInTopic, { topicId })]),
                ),
            ]),
        ),
    );
