import { definePlugin } from 'sanity';
import { PlanCalendar } from './PlanCalendar.tsx';

/** A Studio tool with everything that starts or ends by itself. */
export const plan = definePlugin({
  name: 'plan',
  tools: [{ name: 'plan', title: 'Plan', icon: () => '🗓️', component: PlanCalendar }],
});
