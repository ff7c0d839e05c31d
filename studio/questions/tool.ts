import { definePlugin } from 'sanity';
import { AskedList } from './AskedList.tsx';

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
    // This template needs a question, so it is available only from the list of questions.
    newDocumentOptions: (options) => options.filter(({ templateId }) => templateId !== 'written-answer-to'),
  },
});
