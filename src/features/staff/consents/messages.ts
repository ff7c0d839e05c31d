import type { ConsentWords } from '#contract/management-consents.ts';
import { plural } from '#contract/plural.ts';
import type { OwnMessages } from '#api/error-text.ts';
import { formatDate, formatMoment } from '#domain/dates.ts';
import type { Fault } from '#domain/fault.ts';
import { faultMessage } from '#ui/people/messages.ts';
import { rereadRefusals } from '#ui/staff/error-messages.ts';
import { hiddenMessage } from '#ui/staff/messages.ts';
import type { Outcome } from './detail.ts';

export const purposeMessages: Record<ConsentWords['purpose'], string> = {
  terms: 'Terms and conditions',
  liability: 'Indemnity',
  medical: 'Medical treatment',
  photo: 'Photos and videos',
  marketing: 'News and offers',
  activity: 'Taking part',
};

type Version = ConsentWords['versions'][number];
export const screenMessages = {
  title: 'Consent texts',
  lead: 'What families agree to, by purpose. Each consent keeps the text that the family saw.',
  viewOff: hiddenMessage('Planned texts are not public yet'),
  loading: 'Loading consent texts',
  failed: 'The consent texts did not load.',
  current: ({ current, families }: ConsentWords) =>
    `Version ${current} · ${plural(families, 'family has', 'families have')} agreed`,
  planned: ({ version, from }: Version) => `Version ${version} begins ${formatMoment(from)}`,
} as const;

export const detailMessages = {
  close: 'Close',
  loading: 'Loading...',
  failed: 'This consent text did not load.',
  notFound: 'We can’t find this consent text.',
  write: 'Publish a new text',
  versions: 'Versions',
  version: ({ version }: Version) => `Version ${version}`,
  now: 'Shown now',
  planned: 'Planned',
  since: ({ from, who }: Version) => [`From ${formatMoment(from)}`, who].filter(Boolean).join(', by '),
  asksAgain: ({ asks_again }: Version) =>
    asks_again ? 'Earlier consents had to be given again.' : 'Earlier consents stayed valid.',
} as const;

export const formMessages = {
  title: { label: 'Title' },
  body: { label: 'Text' },
  from: {
    label: 'First day',
    hint: 'To start at once, leave this empty. Until the first day, families see the current version.',
  },
  asksAgain: {
    label: 'Ask families again',
    hint: 'Untick this only if the meaning stays the same, for example after correcting a spelling.',
  },
  preview: 'What families will read',
  effect: (families: number, asksAgain: boolean, from: string): string => {
    const start = from === '' ? 'As soon as you publish' : `From ${formatDate(from)}`;
    return asksAgain
      ? `${start}, ${plural(families, 'family that has agreed', 'families that have agreed')} will be asked again at their next booking. A published version can’t be changed or withdrawn, only replaced by a newer one.`
      : `${start}, new consents will apply to this text, and nobody will be asked again. A published version can’t be changed or withdrawn, only replaced by a newer one.`;
  },
  publish: 'Publish text',
  leave: 'Leave without publishing',
} as const;

export function fieldFault(fault: Fault, id: string): string {
  if (id === 'p_from')
    return 'Please choose a day within the next year, but not before the newest version begins.';
  return faultMessage(fault);
}

export const doneMessage = ({ version }: Extract<Outcome, { state: 'done' }>): string =>
  `Version ${version} is published.`;

export const refusals: OwnMessages = { ...rereadRefusals };
