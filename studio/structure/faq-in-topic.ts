import { definePlugin } from 'sanity';

export const faqInTopic = 'faq-in-topic';

export const questionsOfTopics = definePlugin({
  name: 'questions-of-topics',
  schema: {
    templates: (templates) => [
      ...templates,
      {
        id: faqInTopic,
        title: 'Question',
        schemaType: 'faq',
        parameters: [{ name: 'topicId', type: 'string' }],
        value: ({ topicId }: { topicId: string }) => ({
          topic: { _type: 'reference', _ref: topicId },
          order: 100,
        }),
      },
    ],
  },
  document: {
    // This template needs a topic, so it is available only in a topic's list.
    newDocumentOptions: (options) => options.filter(({ templateId }) => templateId !== faqInTopic),
  },
});
