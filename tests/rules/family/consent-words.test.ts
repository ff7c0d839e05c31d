/** Every screen names a consent in plain words, beside its technical name. */
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { fieldName } from '#features/checkout/form/fields.ts';
import { consentMessages, missingMessages as missingOf } from '#features/family/child/messages.ts';
import { shortMessages } from '#features/family/parents/consents/messages.ts';
import { askAboutProposal } from '#features/family/parents/proposals/messages.ts';
import { Proposal } from '#features/family/parents/proposals/proposal.ts';
import { missingMessage } from '#features/family/today/messages.ts';
import { taskMessage } from '#features/family/today/task-messages.ts';

const nameProposal = (field: string) => {
  const value = { given: true, version: 1 };
  const row = {
    id: '1',
    child_id: 'kai',
    effect: 'none',
    order: null,
    created_at: '2026-11-20T02:00:00Z',
    kind: 'consent',
    field,
    value,
  };
  return askAboutProposal(v.parse(Proposal, row)).label;
};

it.each([
  ['liability', /risks of sport/i],
  ['medical', /emergency treatment/i],
] as const)('every text about %s says what it means', (purpose, meaning) => {
  const answers = [
    fieldName(`consents.${purpose}`),
    consentMessages.labels[purpose],
    missingOf[purpose].what,
    shortMessages[purpose],
    nameProposal(purpose),
    missingMessage([purpose]),
    taskMessage({ kind: 'consent_missing', child_id: 'child-kai', purpose }, () => 'Kai').text,
  ];
  expect(answers.filter((text) => !meaning.test(text))).toEqual([]);
});
