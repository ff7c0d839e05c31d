import { definePlugin } from 'sanity';
import { Overview } from './Overview.tsx';

/** Studio's first screen. It comes before the other tools, because Studio opens its first tool. */
export const overview = definePlugin({
  name: 'overview',
  tools: [{ name: 'overview', title: 'Overview', icon: () => '🧭', component: Overview }],
});
