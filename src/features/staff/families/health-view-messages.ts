import type { PrivacyRead } from '#contract/family-privacy.ts';
import { readTopics, rosterReads, todaysHealth } from '#domain/privacy-read-messages.ts';

const topics: Record<PrivacyRead['topic'], string> = {
  ...readTopics,
  pickup_authorizations: 'a correct pick-up code',
  child_health: 'health, behaviour and who may collect the child',
  family_proposals: 'details from a booking that the family has not answered',
  families: 'a copy of everything',
  first_aid_log: 'first aid given to the child',
};
const readMethods: Partial<Record<PrivacyRead['how'], string>> = {
  ...rosterReads,
  today: todaysHealth,
  code_wrong: 'a wrong pick-up code',
  list: 'first aid, in the full list',
};

export const healthViewMessages = {
  title: 'Who viewed health details',
  none: 'No views of health details yet.',
  system: 'Our systems, or a former colleague',
  what: ({ topic, how, child_name }: PrivacyRead) =>
    [child_name, readMethods[how] ?? topics[topic]].filter(Boolean).join(': '),
  times: (count: number) => `${count} times that day`,
  all: 'See all in the log',
} as const;
