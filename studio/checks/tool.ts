import { definePlugin } from 'sanity';
import { CheckList } from './CheckList.tsx';

/** A Studio tool that checks every document as its form does. */
export const checks = definePlugin({
  name: 'checks',
  tools: [{ name: 'checks', title: 'Check', icon: () => '🔎', component: CheckList }],
});
