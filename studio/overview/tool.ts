import { definePlugin } from 'sanity';
import { Overview } from './Overview.tsx';

/** The overview. Studio opens its first tool, so the overview must come before the other tools. */
export const overview = definePlugin({
  name: 'overview',
  tools: [{ name: 'overview', title: 'Overview', icon: () => '🧭', component: Overview }],
});
