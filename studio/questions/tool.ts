import { definePlugin } from 'sanity';
import { AskedList } from './AskedList.tsx';

/** A tool of its own: what parents ask the assistant, with "Write an answer". */
export const questions = definePlugin({
  name: 'questions',
  tools: [{ name: 'questions', title: 'What parents ask', icon: () => '🦦', component: AskedList }],
  schema: {
    templates: (templates) => [
      ...templates,
      {
        id: 'written-answer-to',
        title: 'Answer to a question',
        schemaType: 'writtenAnswer',
        parameters: [{ name: 'question', type: 'string' }],
        value: ({ question }: { question: string }) => ({ questions: [question], shown: true }),
      },
    ],
  },
  document: {
    // Only from the list: without a question it would be an empty one.
    newDocumentOptions: (options) => options.filter(({ templateId }) => templateId !== 'written-answer-to'),
  },
});
