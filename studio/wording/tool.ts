import { definePlugin } from 'sanity';
import { FindSentence } from './FindSentence.tsx';

/** A Studio tool that finds the field of a sentence. */
export const findSentence = definePlugin({
  name: 'find-sentence',
  tools: [{ name: 'find', title: 'Find a sentence', icon: () => '🔎', component: FindSentence }],
});
