import type { PrivacyRead } from '#contract/family-privacy.ts';

const topics: Record<PrivacyRead['topic'], string> = {
  pickup_authorizations: 'a pick-up code that was right',
  child_health: 'health, behaviour and who may fetch',
  profile_health: 'a parent’s own health',
  order_child_details: 'what a booking told of health and pick-up',
  family_proposals: 'what a booking told and is not answered',
  form_response_health: 'what an answer to a party told of health',
  families: 'everything, as a copy',
};
const ways: Partial<Record<PrivacyRead['how'], string>> = {
  roster: 'allergies and who may fetch, on the day’s list',
  today: 'allergies, conditions and medicine, for the day',
  code_wrong: 'a pick-up code that was wrong',
};

export const lookWords = {
  title: 'Who looked',
  none: 'Nobody has opened anything of health.',
  system: 'Our systems, or somebody who has left',
  what: ({ topic, how, child_name }: PrivacyRead) =>
    [child_name, ways[how] ?? topics[topic]].filter(Boolean).join(': '),
  times: (count: number) => `${count} times that day`,
  all: 'All of it in the log',
} as const;
