import { definePlugin } from 'sanity';
import { FindSentence } from './FindSentence.tsx';

export const findSentence = definePlugin({
  name: 'find-sentence',
  tools: [{ name: 'find', title: 'Find a sentence', icon: () => '🔎', component: FindSentence }],
});
