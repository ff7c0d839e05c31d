import { definePlugin } from 'sanity';
import { CheckList } from './CheckList.tsx';

export const checks = definePlugin({
  name: 'checks',
  tools: [{ name: 'checks', title: 'Check', icon: () => '🔎', component: CheckList }],
});
