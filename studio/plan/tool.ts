import { definePlugin } from 'sanity';
import { PlanCalendar } from './PlanCalendar.tsx';

export const plan = definePlugin({
  name: 'plan',
  tools: [{ name: 'plan', title: 'Plan', icon: () => '🗓️', component: PlanCalendar }],
});
