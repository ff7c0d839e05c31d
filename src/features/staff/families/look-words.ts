import type { PrivacyRead } from '#contract/family-privacy.ts';
import { lookTopics, rosterLooks, todaysHealth } from '#domain/look-words.ts';

const topics: Record<PrivacyRead['topic'], string> = {
  ...lookTopics,
  pickup_authorizations: 'a pick-up code that was right',
  child_health: 'health, behaviour and who may fetch',
  family_proposals: 'what a booking told and is not answered',
  families: 'everything, as a copy',
  first_aid_log: 'first aid, in the list of all',
};
const ways: Partial<Record<PrivacyRead['how'], string>> = {
  ...rosterLooks,
  today: todaysHealth,
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
